/**
 * Best play after one of the best moves.
 */
export type LineValue = {
    /**
     * Its value for the side to move, exact.
     */
    value: number;
    /**
     * The depth in plies of the search that found it.
     */
    depth: number;
    /**
     * The moves.
     */
    moves: Array<string>;
};
