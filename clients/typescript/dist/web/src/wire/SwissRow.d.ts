/**
 * One entrant of a Swiss tournament.
 */
export type SwissRow = {
    /**
     * Its name.
     */
    name: string;
    /**
     * 1 for a match won, ½ for one drawn, 2 for a bye.
     */
    points: number;
    /**
     * The sum of the opponents' points.
     */
    buchholz: number;
    /**
     * The sum of the opponents' points, each times the share of the encounter that was won.
     */
    sonneborn_berger: number;
    /**
     * Matches won.
     */
    wins: number;
    /**
     * Byes.
     */
    byes: number;
    /**
     * The rounds, from 1, in which it had a bye.
     */
    bye_rounds?: Array<number>;
};
