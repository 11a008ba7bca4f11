// How a match ended, and what a listener hears of it.

import type { Circumstance, OfferKind, Verdict } from "../wire";
import { count } from "./format";
import { say } from "./language.svelte";

const matter: Record<OfferKind, string> = { draw: "a draw", takeback: "a takeback", rematch: "a rematch" };
/** Who did it where nobody did. */
const somebody = (loser: string) => loser || "A player";

export const words = say("core/verdict", {
  noResult: "No result",
  draw: "Draw",
  youWin: "You win",
  youLose: "You lose",
  wins: (name: string) => `${name} wins`,
  won: (name: string) => `${name} won`,
  byRules: "By the rules of the game.",
  aborted: "Aborted",
  /** Where a win may be larger or smaller: by how much. */
  ahead: (side: string, by: number) => `${side} comes out ahead by ${count(by)}.`,
  /** A sentence, and what the server says of it, also with its values. */
  detail: (sentence: string, detail: string, _circumstance?: Circumstance) => `${sentence.slice(0, -1)}: ${detail}.`,
  /** The latter by itself. */
  alone: (detail: string, _circumstance?: Circumstance) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`,
  /** By what, in a sentence. `winner` and `loser` are empty where it was decided for nobody. */
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
      case "aborted":
        return "The match was aborted and does not count.";
    }
  },
  /** After who won, or that it was drawn, in lists. */
  by: {
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
  } as Record<Verdict["by"], string>,

  /** What a listener hears; `who` is empty for the listener. */
  yourTurn: " Your turn.",
  toMove: (name: string) => ` ${name} to move.`,
  seated: (name: string, side: string) => `${name} took the seat of ${side}.`,
  begins: "The match begins.",
  played: (who: string, move: string) => `${who || "You"} played ${move}.`,
  takenBack: "Moves were taken back.",
  offered: (who: string, what: OfferKind) => (who ? `${who} offers ${matter[what]}.` : `You offer ${matter[what]}.`),
  answered: (who: string, what: OfferKind, accept: boolean) => `${who || "You"} ${accept ? "accepted" : "declined"} ${matter[what]}.`,
  away: (who: string) => `${who || "You"} lost the connection.`,
  back: (who: string) => (who ? `${who} is back.` : "You are back."),
  ended: (title: string, sentence: string) => `The match is over. ${title}. ${sentence}`,
});
