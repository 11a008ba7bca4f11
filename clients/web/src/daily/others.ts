// How many players were right about the position of a day.

import { ask } from "#server";
import { readStored, store } from "../core/stored";
import type { DailyBody, DailyView } from "../wire";

/** The last day whose answer was counted. The server remembers the players of a day until it restarts. */
const COUNTED = "daily-counted";

/** Reports an own answer, if there is one of today that was not counted yet. Returns the results of the day, or undefined if they are unknown. */
export async function resultsOf(day: number, right?: boolean): Promise<DailyView | undefined> {
  const token = readStored("token");
  const body: DailyBody | undefined = right === undefined || token === undefined || readStored(COUNTED) === String(day) ? undefined : { right };
  try {
    const response = await ask(`/api/daily/${day}`, body ? { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify(body) } : {});
    if (body && response.ok) store(COUNTED, String(day));
    return response.ok ? ((await response.json()) as DailyView) : undefined;
  } catch {
    return undefined;
  }
}
