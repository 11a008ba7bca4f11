// Chooses the searches that measure the effect of a switch: the bot's own search, and the same one without the switch.

import type { SwitchView } from "../wire";
import { without, type Config } from "./config";

/** These keys decide what is searched, not how. */
const NOT_MEASURED = ["depth", "ties", "distance", "exact_root", "threads"];
/** These switches need search windows, which plain minimax does not have. They do not change the value. */
const NEEDS_PRUNING = ["aspiration", "hints"];
/** The default pruning. */
const USUAL_PRUNING = "alpha-beta";

export interface Measurement {
  key: string;
  search: Config;
}

/** Returns one search for each active switch: without the switch, or with plain minimax instead of pruning. */
export function measurements(config: Config, switches: readonly SwitchView[]): Measurement[] {
  const pruning = config.pruning ?? USUAL_PRUNING;
  return switches.flatMap(({ key }) => {
    if (key === "pruning") return pruning === "none" ? [] : [{ key, search: { ...without(config, NEEDS_PRUNING), pruning: "none" } }];
    return key in config && !NOT_MEASURED.includes(key) ? [{ key, search: without(config, [key]) }] : [];
  });
}

/** Returns the measured pruning in the notation of files. */
export const pruningOf = (config: Config): string => String(config.pruning ?? USUAL_PRUNING);
