/**
 * One tie of a knockout.
 */
export type TieRow = {
    /**
     * The better seed.
     */
    a: string;
    /**
     * The other one; none for a bye.
     */
    b: string | null;
    /**
     * Their points.
     */
    points?: [number, number];
    /**
     * The same in halves, for those who read it so.
     */
    half_points: [number, number];
    /**
     * Encounters that were played.
     */
    encounters: number;
    /**
     * Who went on.
     */
    winner: string | null;
    /**
     * Whether it stayed even, so that the better seed went on.
     */
    by_seed: boolean;
};
