import type { PlannedEntrant } from "./PlannedEntrant";
/**
 * A tournament before it is begun.
 */
export type PlanView = {
    /**
     * Everybody who plays, grids expanded, in the order of the file.
     */
    entrants: Array<PlannedEntrant>;
    /**
     * How many matches; of a knockout or a test, at most.
     */
    matches: number;
    /**
     * Different openings.
     */
    openings: number;
    /**
     * Whether the same file gives the same results every time.
     */
    reproducible: boolean;
    /**
     * How many matches at a time this server would play.
     */
    concurrency: number;
    /**
     * Seconds that it takes at so many at a time, roughly.
     */
    seconds: number;
    /**
     * Whether it takes longer: some bots did not come to their first move in the time in which they were tried.
     */
    at_least: boolean;
    /**
     * Moves of both sides in a match, roughly.
     */
    plies: number;
};
