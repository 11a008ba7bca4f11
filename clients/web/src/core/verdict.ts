// How a match ended, in a plain sentence.

import type { Side, Verdict } from "../wire";
import type { BySide } from "./types";
import { other } from "./state";

type Names = BySide<string>;

/** "You win", "Ann wins", "Draw", "No result". */
export function verdictTitle(verdict: Verdict, names: Names, you?: Side): string {
  const { outcome } = verdict;
  if (outcome === null) return "No result";
  if (outcome === "draw") return "Draw";
  if (you) return outcome === you ? "You win" : "You lose";
  return `${names[outcome]} wins`;
}

/** The reason in one sentence, with the server's detail where it gives one. */
export function verdictSentence(verdict: Verdict, names: Names): string {
  const sentence = reason(verdict, names);
  return verdict.detail ? `${sentence.slice(0, -1)}: ${verdict.detail}.` : sentence;
}

/**
 * What goes below the title: how it came about, or nothing where the title has said it all. `won` is what it takes to
 * win the game by its rules, where that is one thing.
 */
export function verdictHow(verdict: Verdict, names: Names, won = ""): string {
  if (verdict.by !== "rules") return verdictSentence(verdict, names);
  if (verdict.detail) return `${verdict.detail.charAt(0).toUpperCase()}${verdict.detail.slice(1)}.`;
  if (verdict.outcome === "draw") return "By the rules of the game.";
  return won;
}

function reason({ outcome, by }: Verdict, names: Names): string {
  const decided = outcome === "first" || outcome === "second";
  const loser = decided ? names[other(outcome)] : "a player";
  switch (by) {
    case "rules":
      return decided ? `${names[outcome]} won the game.` : "The game is drawn by the rules.";
    case "resignation":
      return `${capital(loser)} resigned.`;
    case "agreement":
      return "Both sides agreed to a draw.";
    case "timeout":
      return outcome === "draw" ? "A clock ran out, and the match is drawn." : `${capital(loser)} ran out of time.`;
    case "absence":
      return decided ? `${capital(loser)} left and did not come back.` : "The players left and did not come back.";
    case "illegal":
      return `${capital(loser)} made an illegal move.`;
    case "crash":
      return decided ? `${capital(loser)} crashed.` : "The arena failed during the match.";
    case "stall":
      return `${capital(loser)} did not answer in time.`;
    case "forfeit":
      return `${capital(loser)} forfeited the match.`;
    case "adjudicated-draw":
      return "Both sides had thought it even for long enough.";
    case "adjudicated-win":
      return `${capital(loser)} had thought it lost for long enough.`;
    case "adjudicated-length":
      return "It had reached the greatest length that the tournament allows.";
    case "adjudicated-solved":
      return "The tournament's solver knew how it would end.";
    case "aborted":
      return "The match was aborted and does not count.";
  }
}

function capital(text: string): string {
  return text === "a player" ? "A player" : text;
}

/** One line for lists: "Ann won by resignation", "Draw by agreement". */
export function verdictShort(verdict: Verdict, names: Names): string {
  const by: Record<Verdict["by"], string> = {
    rules: "",
    resignation: " by resignation",
    agreement: " by agreement",
    timeout: " on time",
    absence: " by absence",
    illegal: " by an illegal move",
    crash: " by a crash",
    stall: " by a stall",
    forfeit: " by forfeit",
    "adjudicated-draw": " by adjudication",
    "adjudicated-win": " by adjudication",
    "adjudicated-length": " by length",
    "adjudicated-solved": " by solution",
    aborted: "",
  };
  if (verdict.by === "aborted") return "Aborted";
  if (verdict.outcome === null) return "No result";
  return (verdict.outcome === "draw" ? "Draw" : `${names[verdict.outcome]} won`) + by[verdict.by];
}
