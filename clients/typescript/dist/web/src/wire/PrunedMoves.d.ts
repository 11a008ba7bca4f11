/**
 * Moves that are not searched.
 */
export type PrunedMoves = {
    /**
     * The first forty of them.
     */
    moves: Array<string>;
    /**
     * How many there are.
     */
    count: number;
    /**
     * How many of them lead to leaves: to the end of the game or to the horizon.
     */
    leaves: number;
};
