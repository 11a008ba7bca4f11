/**
 * How a value that says that the game is decided is read by whoever writes values in words of their own.
 */
export type ValueScale = {
    /**
     * A value beyond this says that the game is won, below its negation that it is lost.
     */
    decided_beyond: number;
    /**
     * A win in n plies is worth this less n; none where wins are not scored by distance.
     */
    win?: number;
    /**
     * A win by n is worth this and n; none where wins are not scored by margin.
     */
    margin?: number;
};
