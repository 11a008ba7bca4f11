// An operator link. Its token is in the fragment, which browsers do not send to a server.

import { words } from "./format.words";

/** Returns the token of a link, or undefined for an ordinary address. */
export function linkIn(hash: string): string | undefined {
  return /^#operator=([^&]+)$/.exec(hash)?.[1];
}

/** Formats a remaining duration: "7 hours", "40 minutes". */
export function lasts(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 90 ? words.minutes(minutes) : words.hours(Math.round(minutes / 60));
}
