// How many players were right about the position of a day.

import { readStored } from "../core/stored";
import type { DailyBody, DailyView } from "../wire";

/** Reports an own answer, if there is one of today. Returns the results of the day, or undefined if they are unknown. */
export async function resultsOf(day: number, right?: boolean): Promise<DailyView | undefined> {
  const token = readStored("token");
  const body: DailyBody | undefined = right === undefined || token === undefined ? undefined : { right };
  try {
    const response = await fetch(`/api/daily/${day}`, body ? { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify(body) } : {});
    return response.ok ? ((await response.json()) as DailyView) : undefined;
  } catch {
    return undefined;
  }
}
