// Small readings of a tournament's table.

import type { FormatName, PairRow, Phase, TournamentReport, Wdl, TestRow, TieRow, TournamentState } from "../wire";
import { points } from "./format";
import { words as placing } from "../components/placing.words";
import { words as lists } from "../pages/lists.words";

/** How `a` fared against `b`, whichever way round the table names them. */
export function pairTally(table: TournamentReport, a: string, b: string): Wdl | undefined {
  const row = table.pairs.find((pair: PairRow) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a));
  if (!row) return undefined;
  const { wins, draws, losses } = row;
  return row.a === a ? { wins, draws, losses } : { wins: losses, draws, losses: wins };
}

export function played({ wins, draws, losses }: Wdl): number {
  return wins + draws + losses;
}

export function score({ wins, draws }: Wdl): number {
  return wins + draws / 2;
}

export function wdl({ wins, draws, losses }: Wdl): string {
  return `${wins}-${draws}-${losses}`;
}

/** Whether it goes on, now or after its pause. */
export const isUnderWay = (state: TournamentState | undefined): boolean => state === "running" || state === "paused";

/** Whether it is one that people and programs enter: such a one has no entrants in its file. */
export const isEntered = ({ phase, source }: { phase?: Phase; source: string }): boolean => phase !== undefined || !/^\s*(\[\[?\s*entrants|entrants\s*=)/m.test(source);

/** The class of the sign that shows the state. */
export const stateTag: Record<TournamentState, string> = { running: "live", paused: "", finished: "", stopped: "", failed: "bad", blocked: "bad" };

/** Whether it has no number of matches: it goes on until somebody or a moment ends it. */
export const isEndless = (format: FormatName): boolean => format === "league" || format === "arena";

/** How many matches were played, and of how many where that is known. */
export const playedText = (format: FormatName, done: number, total: number): string => (isEndless(format) ? lists.matchesOf(done) : lists.playedOf(done, total));

/** A format as people call it. */
export const formatWord = (format: FormatName): string => lists.formats[format];

/** "3½–2½", the better seed's points first; empty before the first encounter is over. */
export function tieScore({ half_points: [a, b], encounters }: TieRow): string {
  return encounters === 0 ? placing.notBegun : `${points(a / 2)}–${points(b / 2)}`;
}

/** Who goes on, or who wins where it was the last stage; and whether play or the seeds decided. */
export function tieWinner({ winner, by_seed }: TieRow, last: boolean): string {
  if (winner === null) return placing.undecided;
  return placing.goesOn(winner, last, by_seed);
}

export function verdictOfTest({ verdict, entrant }: TestRow): string {
  if (verdict === "h1") return placing.h1(entrant);
  if (verdict === "h0") return placing.h0(entrant);
  return placing.open;
}
