/**
 * Two who met in a round of a Swiss tournament.
 */
export type SwissPair = {
    /**
     * Who had the first seat in their first match.
     */
    a: string;
    /**
     * The other one.
     */
    b: string;
    /**
     * Their points; none before the round has been played.
     */
    points?: [number, number];
    /**
     * The same in halves, for those who read it so.
     */
    half_points?: [number, number];
};
