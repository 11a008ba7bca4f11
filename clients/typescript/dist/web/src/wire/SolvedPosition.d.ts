import type { Side } from "./Side";
/**
 * A position, solved.
 */
export type SolvedPosition = {
    /**
     * The position as text.
     */
    position: string;
    /**
     * The side to move.
     */
    side: Side;
    /**
     * The payoff for the first side when both play best.
     */
    payoff: number;
    /**
     * After how many plies the game ends then.
     */
    plies: number;
};
