import type { StandingView } from "./StandingView";
/**
 * The best in a game.
 */
export type LeaderboardView = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * The best first.
     */
    rows: Array<StandingView>;
};
