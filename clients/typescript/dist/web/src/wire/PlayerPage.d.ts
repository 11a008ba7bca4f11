import type { PlayerClass } from "./PlayerClass";
import type { RatingView } from "./RatingView";
import type { TallyView } from "./TallyView";
/**
 * A player and what came of the player's matches.
 */
export type PlayerPage = {
    /**
     * The player's id.
     */
    id: string;
    /**
     * The name to show.
     */
    name: string;
    /**
     * When the player first came, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * What the player is.
     */
    class: PlayerClass;
    /**
     * Whose, for a bot.
     */
    owner?: string;
    /**
     * By the game's name.
     */
    tallies: {
        [key in string]: TallyView;
    };
    /**
     * Ratings by game and speed, as of now.
     */
    ratings: Array<RatingView>;
};
