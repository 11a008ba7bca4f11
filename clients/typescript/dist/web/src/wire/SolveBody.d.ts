/**
 * A small game that is to be solved whole.
 */
export type SolveBody = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * The game's options.
     */
    options?: Record<string, unknown>;
    /**
     * Where the moves begin; the start of the game unless given.
     */
    position?: string;
    /**
     * The moves to play first.
     */
    moves?: Array<string>;
    /**
     * Whether every position is listed, where there are at most 2,100.
     */
    list?: boolean;
};
