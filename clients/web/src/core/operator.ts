// The operator's link: its secret is behind the #, which browsers do not send.

import { words } from "./format.words";

/** The secret of a link; undefined for an ordinary address. */
export function linkIn(hash: string): string | undefined {
  return /^#operator=([^&]+)$/.exec(hash)?.[1];
}

/** "7 hours", "40 minutes": a remaining duration. */
export function lasts(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 90 ? words.minutes(minutes) : words.hours(Math.round(minutes / 60));
}
