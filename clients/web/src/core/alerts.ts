// Whose turn it is in the matches that one sits in. Pure; `Alerts.svelte` tells of it.

import { heldSide, type Followed } from "./state";

export interface OwnTurn {
  match: string;
  ply: number;
}

/** One's own live matches, those first in which it is one's turn. */
export function ownMatches(matches: Record<string, Followed>, player: string | undefined): { followed: Followed; turn: boolean }[] {
  return Object.values(matches)
    .flatMap((followed) => {
      const { seats, status, turn } = followed.state;
      const side = heldSide(seats, player);
      return side && status === "live" ? [{ followed, turn: turn === side }] : [];
    })
    .sort((a, b) => Number(b.turn) - Number(a.turn));
}

/** Those of these matches that are over. */
export const ended = (live: readonly string[], matches: Record<string, Followed>): string[] => live.filter((match) => matches[match]?.state.status === "finished");

/** The turns that have come since; a match that is new here has no turn that came. */
export function turnsThatCame(before: Record<string, number>, now: readonly { followed: Followed; turn: boolean }[]): OwnTurn[] {
  return now.flatMap(({ followed: { match, state }, turn }) => {
    const known = before[match];
    return turn && known !== undefined && known !== state.ply ? [{ match, ply: state.ply }] : [];
  });
}
