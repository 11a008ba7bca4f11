// Turns in one's own matches. Pure; `Alerts.svelte` announces them.

import { heldSide, type Followed } from "./state";

export interface OwnTurn {
  match: string;
  ply: number;
}

/** One's own live matches, those with one's turn first. */
export function ownMatches(matches: Record<string, Followed>, player: string | undefined): { followed: Followed; turn: boolean }[] {
  return Object.values(matches)
    .flatMap((followed) => {
      const { seats, status, turn } = followed.state;
      const side = heldSide(seats, player);
      return side && status === "live" ? [{ followed, turn: turn === side }] : [];
    })
    .sort((a, b) => Number(b.turn) - Number(a.turn));
}

/** The finished ones of these matches. */
export const ended = (live: readonly string[], matches: Record<string, Followed>): string[] => live.filter((match) => matches[match]?.state.status === "finished");

/** New turns since `before`; a match that is new here has none. */
export function turnsThatCame(before: Record<string, number>, now: readonly { followed: Followed; turn: boolean }[]): OwnTurn[] {
  return now.flatMap(({ followed: { match, state }, turn }) => {
    const known = before[match];
    return turn && known !== undefined && known !== state.ply ? [{ match, ply: state.ply }] : [];
  });
}
