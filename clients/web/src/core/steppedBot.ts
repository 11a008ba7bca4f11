// Chooses the bot whose search the stepper repeats in a position of a match.

import type { MatchState, Side } from "../wire";
import { other, seatOf } from "./state";

/** Returns the side to move after `view` moves, if that is known. Sides alternate in all games, because passes are moves. */
function sideAt({ turn, ply, thoughts }: MatchState, view: number): Side | undefined {
  const known = turn ? { side: turn, ply } : thoughts[0];
  if (!known) return undefined;
  return (known.ply - view) % 2 === 0 ? known.side : other(known.side);
}

/** Returns the bot to move in a position of the match, or else its only bot. Engines and random players have no such search. */
export function steppedBot(state: MatchState, view: number): { name: string; spec: Record<string, unknown> } | undefined {
  const bots = state.seats.filter((seat) => seat.kind === "bot");
  const side = sideAt(state, view);
  const seat = bots.length < 2 || !side ? bots[0] : seatOf(state.seats, side);
  return seat?.kind === "bot" && typeof seat.spec.pruning === "string" && seat.spec.random_move !== 1 ? seat : undefined;
}
