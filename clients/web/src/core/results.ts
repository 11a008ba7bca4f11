// Lists of matches by result. The server lists matches by status, so the page reads on until it has enough of them.

import type { MatchesView, MatchSummary } from "../wire";
import { SIDES, seatName, seatOf } from "./state";

export const RESULTS = ["won", "drawn", "lost"] as const;
export type Result = (typeof RESULTS)[number];

/** Whose result it is: a player by id, or a bot or a player by the beginning of a name. */
export interface Subject {
  player?: string | undefined;
  bot?: string;
  name?: string;
}

/** True if the match ended so for the subject. Anybody's match can be drawn. */
export function endedAs({ seats, verdict }: MatchSummary, result: Result, { player, bot = "", name = "" }: Subject): boolean {
  if (!verdict || verdict.outcome === null) return false;
  if (result === "drawn" || verdict.outcome === "draw") return result === "drawn" && verdict.outcome === "draw";
  const is = (side: "first" | "second") => {
    const seat = seatOf(seats, side);
    if (player !== undefined) return seat.kind === "human" && seat.player === player;
    if (bot !== "") return seat.kind === "bot" && seat.name === bot;
    return name !== "" && (seat.kind === "human" || seat.kind === "bot") && seatName(seat).toLowerCase().startsWith(name.toLowerCase());
  };
  const winner = verdict.outcome;
  return SIDES.some((side) => is(side) && (side === winner) === (result === "won"));
}

/** True for a match that was called off: it has no result, and most have no move. */
export const isAborted = ({ verdict }: MatchSummary): boolean => verdict?.by === "aborted";

/** True for an open match whose creator has left. Nobody plays there. */
export const isAbandoned = ({ status, seats }: MatchSummary): boolean => status === "open" && seats.some((seat) => seat.kind === "human" && seat.away);

/** The most requests for a page of results. */
const MOST_READ = 10;

/** Returns at least `enough` matches that pass, if there are as many among the next thousand. */
export async function readOn(read: (before: string) => Promise<MatchesView>, passes: (match: MatchSummary) => boolean, before: string, enough: number): Promise<MatchesView> {
  const matches: MatchSummary[] = [];
  let next: string | undefined = before;
  for (let reads = 0; next !== undefined && matches.length < enough && reads < MOST_READ; reads += 1) {
    const page: MatchesView = await read(next);
    matches.push(...page.matches.filter(passes));
    next = page.next;
  }
  return { matches, ...(next === undefined ? {} : { next }) };
}
