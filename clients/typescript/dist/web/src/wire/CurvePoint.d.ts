/**
 * One look at the strengths while the matches were counted.
 */
export type CurvePoint = {
    /**
     * Matches that counted by then.
     */
    matches: number;
    /**
     * The Elo difference of each entrant to the field, in the order of the table.
     */
    elo: Array<number | null>;
    /**
     * Half of their 95 % ranges.
     */
    elo_error: Array<number | null>;
};
