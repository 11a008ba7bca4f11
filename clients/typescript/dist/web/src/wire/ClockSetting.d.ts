/**
 * The time that each side has for the whole match, or for so many moves at a time, and what each of its moves adds.
 */
export type ClockSetting = {
    /**
     * Milliseconds at the start.
     */
    initial_ms: number;
    /**
     * Milliseconds added after each move.
     */
    increment_ms: number;
    /**
     * After so many of a side's own moves the time of the start is added again; none: it is for the whole match.
     */
    moves?: number;
    /**
     * Milliseconds of each turn before the clock begins to run.
     */
    delay_ms?: number;
    /**
     * Whether the time of the start is for each move anew, as in play by correspondence; what was not used is lost.
     */
    per_move?: boolean;
};
