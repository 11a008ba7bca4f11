/**
 * What a match started from.
 */
export type Opening = {
    /**
     * The position, where it is not the game's own start.
     */
    position?: string;
    /**
     * The moves that were played from there before the seats took over; they stand in [`Record::moves`] too.
     */
    moves: Array<string>;
};
