import type { GameView } from "./GameView";
/**
 * All games.
 */
export type GamesView = {
    /**
     * The games.
     */
    games: Array<GameView>;
};
