import type { OpponentView } from "./OpponentView";
/**
 * Whom a player met most in a game.
 */
export type OpponentsView = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * The most frequent first.
     */
    opponents: Array<OpponentView>;
};
