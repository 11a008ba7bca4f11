// Helper functions for a tournament's table.

import type { FormatName, Phase, Wdl, TestRow, TieRow, TournamentState } from "../wire";
import { points } from "./format";
import { words as placing } from "../components/placing.words";
import { words as lists } from "../pages/lists.words";

export function played({ wins, draws, losses }: Wdl): number {
  return wins + draws + losses;
}

export function score({ wins, draws }: Wdl): number {
  return wins + draws / 2;
}

export function wdl({ wins, draws, losses }: Wdl): string {
  return `${wins}-${draws}-${losses}`;
}

/** True if the tournament is running or paused. */
export const isUnderWay = (state: TournamentState | undefined): boolean => state === "running" || state === "paused";

/** True if players enter the tournament, so that its file has no entrants. */
export const isEntered = ({ phase, source }: { phase?: Phase; source: string }): boolean => phase !== undefined || !/^\s*(\[\[?\s*entrants|entrants\s*=)/m.test(source);

/** The CSS class of the label for a state. */
export const stateTag: Record<TournamentState, string> = { running: "live", paused: "", finished: "", stopped: "", failed: "bad", blocked: "bad" };

/** True if the format has no fixed number of matches. */
export const isEndless = (format: FormatName): boolean => format === "league" || format === "arena";

/** Formats the number of played matches, with the total if it is known. */
export const playedText = (format: FormatName, done: number, total: number): string => (isEndless(format) ? lists.matchesOf(done) : lists.playedOf(done, total));

/** Returns the name of a format. */
export const formatWord = (format: FormatName): string => lists.formats[format];

/** Formats a tie's score: "3½–2½", the better seed's points first; empty before the first encounter is over. */
export function tieScore({ half_points: [a, b], encounters }: TieRow): string {
  return encounters === 0 ? placing.notBegun : `${points(a / 2)}–${points(b / 2)}`;
}

/** Returns the winner of a tie as a text: who advances or wins, and whether play or the seeds decided. */
export function tieWinner({ winner, by_seed }: TieRow, last: boolean): string {
  if (winner === null) return placing.undecided;
  return placing.goesOn(winner, last, by_seed);
}

export function verdictOfTest({ verdict, entrant }: TestRow): string {
  if (verdict === "h1") return placing.h1(entrant);
  if (verdict === "h0") return placing.h0(entrant);
  return placing.open;
}
