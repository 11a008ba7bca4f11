// The names of an account's keys.

import type { KeyView } from "../wire";
import { words } from "./people.words";

/** A key that was created this shortly before the claim of the name came with it. */
const TOGETHER_MS = 2000;

/** Its label, or else whether it came with the name. */
export function keyName({ label, created_ms }: KeyView, claimed_ms: number | undefined): string {
  if (label) return label;
  return claimed_ms !== undefined && Math.abs(claimed_ms - created_ms) < TOGETHER_MS ? words.claimKey : words.unnamedKey;
}
