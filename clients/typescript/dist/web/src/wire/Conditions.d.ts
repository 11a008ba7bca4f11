import type { EngineRow } from "./EngineRow";
import type { LimitsRow } from "./LimitsRow";
import type { Machine } from "./Machine";
/**
 * Under which conditions a tournament was played.
 */
export type Conditions = {
    /**
     * This program with its version.
     */
    arena: string;
    /**
     * What limited the entrants: those with the same limits together.
     */
    limits: Array<LimitsRow>;
    /**
     * The rules by which matches were adjudicated, in words; empty where none were.
     */
    adjudication: Array<string>;
    /**
     * What the matches started from, in words.
     */
    openings: string;
    /**
     * The file of openings, as the tournament's file names it.
     */
    openings_file?: string;
    /**
     * Games of that file that were wrong and left out.
     */
    openings_skipped: number;
    /**
     * The external engines.
     */
    engines?: Array<EngineRow>;
    /**
     * What it was played on; only where a clock plays a part.
     */
    machine?: Machine;
};
