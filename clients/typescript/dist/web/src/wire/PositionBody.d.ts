import type { Side } from "./Side";
/**
 * A position as it is set up.
 */
export type PositionBody = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * The game's options.
     */
    options?: Record<string, unknown>;
    /**
     * Where the moves begin, as text; the start of the game unless given.
     */
    position?: string;
    /**
     * In place of `position`: what stands on each cell of the board, in the order of its diagram, empty for nothing.
     */
    cells?: Array<string>;
    /**
     * Whose turn it is on a board that is given by `cells`, where its pieces do not tell.
     */
    side?: Side;
    /**
     * The moves from there, as a list or as one text.
     */
    moves?: string[] | string;
};
