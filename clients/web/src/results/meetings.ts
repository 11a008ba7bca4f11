// Looks up the results between two entrants, and formats and colours them for tables and heat maps.

import { played, score, wdl } from "../core/tournaments";
import type { TournamentReport, Wdl } from "../wire";
import { percent } from "./figures";
import { shownName } from "../core/state";
import { words } from "./results.words";

/** The figure of a table or map of pairs. */
export type Shows = "results" | "superiority";

export interface Meeting {
  tally: Wdl;
  /** The likelihood that the row is stronger, from the joint ratings. */
  superiority: number | null;
}

export class Meetings {
  #pairs = new Map<string, Map<string, Meeting>>();

  constructor(table: TournamentReport) {
    for (const { a, b, wins, draws, losses, superiority } of table.pairs) {
      this.#add(a, b, { tally: { wins, draws, losses }, superiority });
      this.#add(b, a, { tally: { wins: losses, draws, losses: wins }, superiority: superiority === null ? null : 1 - superiority });
    }
  }

  #add(a: string, b: string, meeting: Meeting) {
    const row = this.#pairs.get(a);
    if (row) row.set(b, meeting);
    else this.#pairs.set(a, new Map([[b, meeting]]));
  }

  of(a: string, b: string): Meeting | undefined {
    return this.#pairs.get(a)?.get(b);
  }
}

/** Returns a value from 0 (the column is ahead) to 1 (the row is ahead), or undefined if unknown. */
export function share(meeting: Meeting | undefined, shows: Shows): number | undefined {
  if (!meeting) return undefined;
  if (shows === "superiority") return meeting.superiority ?? undefined;
  const n = played(meeting.tally);
  return n === 0 ? undefined : score(meeting.tally) / n;
}

/** Describes a cell in words. */
export function told(a: string, b: string, meeting: Meeting | undefined): string {
  if (a === b) return words.own(shownName(a));
  const tally = meeting?.tally ?? { wins: 0, draws: 0, losses: 0 };
  const n = played(tally);
  const superiority = meeting?.superiority == null ? "" : percent(meeting.superiority);
  return words.cell(shownName(a), shownName(b), n === 0 ? words.notMet : wdl(tally), n === 0 ? "" : percent(score(tally) / n, 0), superiority);
}

export type Rgb = [number, number, number];
export const rgb = (text: string): Rgb => {
  const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b];
};
/** Returns the colour of a share: `low` at 0, `even` at ½, `high` at 1. */
export function tint(share: number, low: Rgb, even: Rgb, high: Rgb): string {
  const far = Math.abs(2 * share - 1);
  const end = share < 0.5 ? low : high;
  return `rgb(${even.map((from, i) => Math.round(from + ((end[i] ?? from) - from) * far)).join(" ")})`;
}
