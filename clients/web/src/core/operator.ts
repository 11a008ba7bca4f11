// A link of the operator's: what it carries stands behind the #, which browsers send to nobody.

import { words } from "./format.words";

/** What a link carries; nothing where the address is an ordinary one. */
export function linkIn(hash: string): string | undefined {
  return /^#operator=([^&]+)$/.exec(hash)?.[1];
}

/** "7 hours", "40 minutes": how long something still lasts. */
export function lasts(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 90 ? words.minutes(minutes) : words.hours(Math.round(minutes / 60));
}
