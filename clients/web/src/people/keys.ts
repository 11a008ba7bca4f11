// What the keys of an account are called.

import type { KeyView } from "../wire";
import { words } from "./people.words";

/** A key that is given for a name is made within this time before the name is claimed. */
const TOGETHER_MS = 2000;

/** What its owner calls it; else whether it is the one that came with the name. */
export function keyName({ label, created_ms }: KeyView, claimed_ms: number | undefined): string {
  if (label) return label;
  return claimed_ms !== undefined && Math.abs(claimed_ms - created_ms) < TOGETHER_MS ? words.claimKey : words.unnamedKey;
}
