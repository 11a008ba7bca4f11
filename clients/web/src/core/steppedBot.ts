// Chooses the bot whose search the stepper repeats in a position of a match.

import type { MatchState, Side } from "../wire";
import { missedBy } from "./routes";
import { firstPly, other, seatOf } from "./state";

/** Returns the side to move after `view` moves, if that is known. Sides alternate in all games, because passes are moves. */
function sideAt({ turn, ply, thoughts }: MatchState, view: number): Side | undefined {
  const known = turn ? { side: turn, ply } : thoughts[0];
  if (!known) return undefined;
  return (known.ply - view) % 2 === 0 ? known.side : other(known.side);
}

interface SteppedBot {
  name: string;
  spec: Record<string, unknown>;
  /** What its search in the match has and the stepper's has not. */
  without: string[];
}

/**
 * Returns the bot to move in a position of the match, or else its only bot: "random" if it moved at random there, and
 * undefined for an engine, which has no such search.
 */
export function steppedBot(state: MatchState, view: number): SteppedBot | "random" | undefined {
  const bots = state.seats.filter((seat) => seat.kind === "bot");
  const side = sideAt(state, view);
  const seat = bots.length < 2 || !side ? bots[0] : seatOf(state.seats, side);
  if (seat?.kind !== "bot") return undefined;
  if (seat.spec.random_move === 1 || state.thoughts.some(({ ply, from }) => ply === view && from === "random")) return "random";
  return typeof seat.spec.pruning === "string" ? { name: seat.name, spec: seat.spec, without: missedBy(seat.spec, view - firstPly(state) < 2) } : undefined;
}
