// Small readings of a tournament's table.

import type { PairRow, Table, Tally, TournamentStatus } from "../wire";

/** How `a` fared against `b`, whichever way round the table names them. */
export function pairTally(table: Table, a: string, b: string): Tally | undefined {
  const row = table.pairs.find((pair: PairRow) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a));
  if (!row) return undefined;
  const { wins, draws, losses } = row;
  return row.a === a ? { wins, draws, losses } : { wins: losses, draws, losses: wins };
}

export function played({ wins, draws, losses }: Tally): number {
  return wins + draws + losses;
}

export function score({ wins, draws }: Tally): number {
  return wins + draws / 2;
}

export function wdl({ wins, draws, losses }: Tally): string {
  return `${wins}-${draws}-${losses}`;
}

export const statusWord: Record<TournamentStatus, string> = {
  running: "running",
  finished: "finished",
  stopped: "stopped",
  failed: "failed",
};

export const statusTag: Record<TournamentStatus, string> = { running: "live", finished: "", stopped: "", failed: "bad" };
