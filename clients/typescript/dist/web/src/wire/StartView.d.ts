/**
 * What a match started from, where that was not the game's own start.
 */
export type StartView = {
    /**
     * The position.
     */
    position?: string;
    /**
     * The moves that were played from there before the seats took over.
     */
    moves?: Array<string>;
};
