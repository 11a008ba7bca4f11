/**
 * A ratio of costs.
 */
export type Ratio = {
    /**
     * The geometric mean over the comparisons.
     */
    mean: number;
    /**
     * The lower end of its 95 % range; none with a single comparison.
     */
    low: number | null;
    /**
     * The upper end.
     */
    high: number | null;
};
