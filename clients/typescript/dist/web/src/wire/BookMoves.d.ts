/**
 * The moves that a book plays, one of them at random.
 */
export type BookMoves = {
    /**
     * The book.
     */
    name: string;
    /**
     * Its best moves.
     */
    moves: Array<string>;
};
