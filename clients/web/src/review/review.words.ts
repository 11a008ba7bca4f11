// The texts of the review of a finished match.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

/** Why a bot made another move than its search finds now. */
export type Why = "random" | "book" | "clock" | "unknown";

export const words = say("review/review", {
  title: "Turning points",
  about: "The server evaluates each position and names the moves that changed the result.",
  goOn: "Go on",
  progress: (done: number, of: number) => `Position ${count(done)} of ${count(of)}`,
  stop: "Stop",
  none: "No move changed the result as far as this search sees.",
  notAll: (n: number) => `${plural(n, "position")} could not be evaluated.`,
  searched: (from: number, to: number) => (from === to ? `The positions were searched to depth ${count(to)}.` : `The positions were searched to depths ${count(from)} to ${count(to)}.`),
  move: (name: string, move: string) => `${name}: ${move}`,
  changed: (from: string, to: string) => `from ${from} to ${to}`,
  /** What a move of the reader did. */
  own: (won: boolean) => (won ? "You missed a win here." : "A mistake of yours."),
  promises: { win: "won", even: "undecided", draw: "a draw", loss: "lost", better: "better", equal: "equal", worse: "worse" },
  /** After the reason for the end of the match, as a sentence. */
  decided: (reason: string) => `${reason} That decided the match: the search does not see that the last position was lost.`,
  better: (move: string) => `Better: ${move}`,
  late: "The search saw this only after the move, and knew no better one.",
  seen: (name: string, move: string, depth: number, later: number) => `${name} saw it ${later === 1 ? "on the next move" : `${plural(later, "ply", "plies")} later`}, at ${move}${depth > 0 ? `, depth ${count(depth)}` : ""}.`,
  retry: "Try again from here",
  noMistake: "No move of yours changed the result as far as this search sees, so there is no turning point to start from.",
  refutation: "Play the refutation",
  /** The title of the board while the line is played out. */
  inLine: (at: number) => (at === 0 ? "The refutation" : `The refutation, move ${count(at)}`),
  closing: "Close",
  step: (at: number, of: number) => `Move ${count(at)} of ${count(of)}`,
  back: "Back",
  on: "Next",
  analyse: "Analyse",

  again: "Think again",
  againAbout: (name: string, move: string) => `Repeats the search of ${name} for ${move}.`,
  thinking: "Searching…",
  equal: (found: string, move: string) => `The search finds ${found}, which is worth as much as ${move}: chance chose between them.`,
  same: (move: string) => `The search finds ${move} again.`,
  /** Another move than that of the match, and why. `share` is the share of the bot's moves that are random. */
  differs: (found: string, move: string, why: Why, share: string) => `The search finds ${found}. ${{ random: `The bot made ${move} at random, as it does for ${share} of its moves.`, book: `${move} came from the bot's opening book.`, clock: `The bot thinks by the clock, so it found ${move} with another amount of time.`, unknown: `${move} came from a book, by chance, or from a larger budget.` }[why]}`,
});
