// Reads the records of one entrant by opponent and result, page by page. The server lists the records of one pair.

import type { MatchRecord, RecordsView } from "../wire";
import { endedSo, type Wanted } from "./findings";

export interface Cursor {
  /** The position of the opponent in the list. */
  opponent: number;
  /** The number of records of that pair to skip. */
  offset: number;
}
export const START: Cursor = { opponent: 0, offset: 0 };

type Read = (filter: { a: string; b: string; offset: number; limit: number }) => Promise<RecordsView>;

/** The number of records in one request while results are filtered. */
const CHUNK = 100;

/** Returns up to `page` matching records from a cursor, and where the next page begins, if there is one. */
export async function scan(read: Read, a: string, opponents: readonly string[], wanted: Wanted, from: Cursor, page: number): Promise<{ records: MatchRecord[]; next?: Cursor }> {
  const records: MatchRecord[] = [];
  let { opponent, offset } = from;
  for (;;) {
    const b = opponents[opponent];
    if (b === undefined) return { records };
    const answer = await read({ a, b, offset, limit: wanted === "all" ? page - records.length : CHUNK });
    for (const record of answer.records) {
      offset += 1;
      if (endedSo(record, a, wanted)) records.push(record);
      if (records.length === page) break;
    }
    const through = offset >= answer.total || answer.records.length === 0;
    if (through) [opponent, offset] = [opponent + 1, 0];
    if (records.length === page) return opponent < opponents.length ? { records, next: { opponent, offset } } : { records };
  }
}
