// Detects turns in the reader's matches. Pure functions; `Alerts.svelte` shows them.

import { heldSide, type Followed } from "./state";

export interface OwnTurn {
  match: string;
  ply: number;
}

/** Returns the player's live matches. Those where it is the player's turn come first. */
export function ownMatches(matches: Record<string, Followed>, player: string | undefined): { followed: Followed; turn: boolean }[] {
  return Object.values(matches)
    .flatMap((followed) => {
      const { seats, status, turn } = followed.state;
      const side = heldSide(seats, player);
      return side && status === "live" ? [{ followed, turn: turn === side }] : [];
    })
    .sort((a, b) => Number(b.turn) - Number(a.turn));
}

/** Returns the player's matches that wait for a player. */
export const ownOpen = (matches: Record<string, Followed>, player: string | undefined): Followed[] => Object.values(matches).filter(({ state: { seats, status } }) => status === "open" && heldSide(seats, player));

/** Returns those of these matches that are over. */
export const ended = (live: readonly string[], matches: Record<string, Followed>): string[] => live.filter((match) => matches[match]?.state.status === "finished");

/** Returns the turns that have begun since `before`. A match that is new here has no new turn. */
export function turnsThatCame(before: Record<string, number>, now: readonly { followed: Followed; turn: boolean }[]): OwnTurn[] {
  return now.flatMap(({ followed: { match, state }, turn }) => {
    const known = before[match];
    return turn && known !== undefined && known !== state.ply ? [{ match, ply: state.ply }] : [];
  });
}
