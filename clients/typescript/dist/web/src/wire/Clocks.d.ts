import type { Side } from "./Side";
/**
 * The clocks as of the moment the message was built.
 */
export type Clocks = {
    /**
     * Milliseconds at the start of the match.
     */
    initial_ms: number;
    /**
     * Milliseconds added after each move.
     */
    increment_ms: number;
    /**
     * After so many of a side's own moves the time of the start is added again.
     */
    moves?: number;
    /**
     * Milliseconds of each turn before the clock begins to run.
     */
    delay_ms?: number;
    /**
     * True where the time of the start is for each move anew.
     */
    per_move?: boolean;
    /**
     * Milliseconds that the first side has left.
     */
    first: number;
    /**
     * Milliseconds that the second side has left.
     */
    second: number;
    /**
     * Whose clock runs.
     */
    running?: Side;
};
