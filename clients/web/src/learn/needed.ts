// The lesson that a lost match suggests: by how far ahead the bot saw its win where the match turned.

import type { MatchState, Side } from "../wire";

/** The lessons that a match can suggest. */
export type Needed = "minimax" | "depth" | "alpha-beta" | "books";

/** A win this many plies ahead is seen with the opponent's next answer, or with a few moves of planning. */
const [AT_ONCE, SOON] = [3, 6];

/** Returns the lesson, and the number of plies that the bot saw ahead. Undefined if its thoughts tell nothing. */
export function neededAfter({ thoughts }: Pick<MatchState, "thoughts">, bot: Side): { lesson: Needed; plies: number } | undefined {
  const own = thoughts.filter(({ side }) => side === bot).sort((a, b) => a.ply - b.ply);
  const turning = own.find(({ win_in }) => win_in !== undefined && win_in > 0);
  if (turning?.win_in !== undefined) {
    const plies = turning.win_in;
    return { lesson: plies <= AT_ONCE ? "minimax" : plies <= SOON ? "depth" : "alpha-beta", plies };
  }
  return own.some(({ from }) => from === "book") ? { lesson: "books", plies: 0 } : undefined;
}
