// The sentences that describe the end of a match.

import type { Side, Verdict, VerdictView } from "../wire";
import type { BySide } from "./types";
import { other } from "./state";
import { words } from "./verdict.words";

type Names = BySide<string>;

/** Returns a title: "You win", "Ann wins", "Draw", "No result". */
export function verdictTitle(verdict: Verdict, names: Names, you?: Side): string {
  const { outcome } = verdict;
  if (outcome === null) return words.noResult;
  if (outcome === "draw") return words.draw;
  if (you) return outcome === you ? words.youWin : words.youLose;
  return words.wins(names[outcome]);
}

/** Returns the reason in one sentence, with the server's detail if there is one. `you` is the side of the reader. */
export function verdictSentence(verdict: VerdictView, names: Names, you?: Side): string {
  const { outcome, by, detail, circumstance } = verdict;
  const name = (side: Side) => (side === you ? words.you : names[side]);
  const decided = outcome === "first" || outcome === "second";
  const sentence = words.reason(by, decided ? name(outcome) : "", decided ? name(other(outcome)) : "", outcome === "draw");
  return detail ? words.detail(sentence, detail, circumstance) : sentence;
}

/**
 * Returns the text below the title, or an empty text if the title is sufficient. `won` is the winning condition of the
 * game, if it has only one. `sides` are the names of the sides. `counted` explains a margin that the board does not show.
 */
export function verdictHow(verdict: VerdictView, names: Names, won = "", sides: Names = names, counted?: (by: number) => string, you?: Side): string {
  if (verdict.by !== "rules") return verdictSentence(verdict, names, you);
  const margin = verdict.circumstance?.code === "end_payoff" ? Number(verdict.circumstance.args?.first) : 0;
  if (margin !== 0) return words.ahead(sides[margin > 0 ? "first" : "second"], Math.abs(margin), counted?.(Math.abs(margin)));
  if (verdict.detail) return words.alone(verdict.detail, verdict.circumstance);
  if (verdict.outcome === "draw") return words.byRules;
  return won;
}

/** Returns a line for lists: "Ann won by resignation", "You lost on time", "Draw by agreement". */
export function verdictShort(verdict: VerdictView, names: Names, you?: Side): string {
  if (verdict.by === "aborted") return verdict.circumstance?.code === "end_not_begun" ? words.notPlayed : words.aborted;
  if (verdict.outcome === null) return words.noResult;
  const { outcome } = verdict;
  const result = outcome === "draw" ? words.draw : you ? (outcome === you ? words.youWon : words.youLost) : words.won(names[outcome]);
  return result + words.how(verdict.by, outcome === "draw" ? "both" : you && outcome !== you ? "loser" : "winner");
}
