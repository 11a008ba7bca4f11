import type { MeasuredBotView } from "./MeasuredBotView";
import type { RatedPlayerView } from "./RatedPlayerView";
/**
 * The leaderboards by rating of a game.
 */
export type RatingsView = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * `clock` or `untimed`.
     */
    speed: string;
    /**
     * The best, by rating.
     */
    rows: Array<RatedPlayerView>;
    /**
     * Those of whom too little is known, by rating.
     */
    provisional: Array<RatedPlayerView>;
    /**
     * The measured bots of the server, the strongest first.
     */
    bots: Array<MeasuredBotView>;
};
