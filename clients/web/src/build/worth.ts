// The searches that measure a switch: the bot's own, and the same without the switch.

import type { SwitchView } from "../wire";
import { without, type Config } from "./config";

/** Keys that change what is searched, not how. */
const NOT_MEASURED = ["depth", "ties", "distance", "exact_root", "threads"];
/** Plain minimax has no windows, which these need. Neither changes the value. */
const NEEDS_PRUNING = ["aspiration", "hints"];
/** The default pruning. */
const USUAL_PRUNING = "alpha-beta";

export interface Measurement {
  key: string;
  search: Config;
}

/** One search for each switch in use: without it, or plain minimax instead of any pruning. */
export function measurements(config: Config, switches: readonly SwitchView[]): Measurement[] {
  const pruning = config.pruning ?? USUAL_PRUNING;
  return switches.flatMap(({ key }) => {
    if (key === "pruning") return pruning === "none" ? [] : [{ key, search: { ...without(config, NEEDS_PRUNING), pruning: "none" } }];
    return key in config && !NOT_MEASURED.includes(key) ? [{ key, search: without(config, [key]) }] : [];
  });
}

/** The measured pruning, as in files. */
export const pruningOf = (config: Config): string => String(config.pruning ?? USUAL_PRUNING);
