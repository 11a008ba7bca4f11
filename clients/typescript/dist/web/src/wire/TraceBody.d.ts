import type { TracePage } from "./TracePage";
/**
 * A question of `/api/analyse`, and which steps of its search are told.
 */
export type TraceBody = {
    /**
     * Which steps; the first page of all unless given.
     */
    page?: TracePage;
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
