/**
 * A position and the search that it is to be put to.
 */
export type AnalyseBody = {
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
     * A configured bot whose search to use.
     */
    bot?: string;
    /**
     * Whether every root move gets its exact value.
     */
    exact_root?: boolean;
    /**
     * How many plies of the searched tree to tell.
     */
    tree_depth?: number;
};
