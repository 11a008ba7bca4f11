// The texts of the end of a match.

import type { Diagnostic, Verdict } from "../wire";
import { count } from "./format";
import { say } from "./language.svelte";

/** The subject of a sentence about a player. Without a name it is any player. */
const somebody = (loser: string) => loser || "A player";

const HOW: Record<Verdict["by"], string> = {
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
  "adjudicated-tablebase": " by tables",
  aborted: "",
};

export const words = say("core/verdict", {
  noResult: "No result",
  draw: "Draw",
  you: "You",
  youWin: "You win",
  youLose: "You lose",
  wins: (name: string) => `${name} wins`,
  won: (name: string) => `${name} won`,
  youWon: "You won",
  youLost: "You lost",
  byRules: "By the rules of the game.",
  aborted: "Aborted",
  notPlayed: "Not played: a player was absent and made no first move",
  /** For wins with a margin. */
  ahead: (side: string, by: number, counted?: string) => `${side} comes out ahead by ${count(by)}${counted ? `: ${counted}` : ""}.`,
  /** A sentence with the server's detail, also as a message with its values. */
  detail: (sentence: string, detail: string, _circumstance?: Diagnostic) => `${sentence.slice(0, -1)}: ${detail}.`,
  /** The detail alone. */
  alone: (detail: string, _circumstance?: Diagnostic) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`,
  /** The reason in a sentence. `winner` and `loser` are empty if the match has none. */
  reason: (by: Verdict["by"], winner: string, loser: string, draw: boolean): string => {
    switch (by) {
      case "rules":
        return winner ? `${winner} won the game.` : "The game is drawn by the rules.";
      case "resignation":
        return `${somebody(loser)} resigned.`;
      case "agreement":
        return "Both sides agreed to a draw.";
      case "timeout":
        return draw ? "A clock ran out, and the match is drawn." : `${somebody(loser)} ran out of time.`;
      case "absence":
        return loser ? `${loser} left and did not come back.` : "The players left and did not come back.";
      case "illegal":
        return `${somebody(loser)} made an illegal move.`;
      case "crash":
        return loser ? `${loser} crashed.` : "The server failed during the match.";
      case "stall":
        return `${somebody(loser)} did not answer in time.`;
      case "forfeit":
        return `${somebody(loser)} forfeited the match.`;
      case "adjudicated-draw":
        return "Both sides evaluated it as even for long enough.";
      case "adjudicated-win":
        return `${somebody(loser)} evaluated it as lost for long enough.`;
      case "adjudicated-length":
        return "It reached the maximum length of the tournament.";
      case "adjudicated-solved":
        return "The tournament's solver determined the result.";
      case "adjudicated-tablebase":
        return "The tournament's tables of endings have the result.";
      case "aborted":
        return "The match was aborted and does not count.";
    }
  },
  /** In lists, after the winner, the loser or "Draw", the subject. */
  how: (by: Verdict["by"], _subject: "winner" | "loser" | "both"): string => HOW[by],
});
