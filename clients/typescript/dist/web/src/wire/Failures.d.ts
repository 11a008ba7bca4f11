/**
 * Matches that an entrant lost by a failure of its own, by kind.
 */
export type Failures = {
    /**
     * It stopped working, or its connection did.
     */
    crashes: number;
    /**
     * It gave no move.
     */
    stalls: number;
    /**
     * It gave a move that the rules do not allow.
     */
    illegal: number;
    /**
     * Its time ran out.
     */
    late: number;
    /**
     * By how many milliseconds the time was passed at most, where that is known.
     */
    late_ms?: number;
};
