/**
 * The results of one opening.
 */
export type OpeningRow = {
    /**
     * What people call it.
     */
    name?: string;
    /**
     * The position, where it is not the game's own start.
     */
    position?: string;
    /**
     * The moves from there before the seats took over.
     */
    moves: Array<string>;
    /**
     * Matches won.
     */
    wins: number;
    /**
     * Matches drawn.
     */
    draws: number;
    /**
     * Matches lost.
     */
    losses: number;
};
