import type { PlayerClass } from "./PlayerClass";
import type { PlayerView } from "./PlayerView";
/**
 * A line of a leaderboard by rating.
 */
export type RatedPlayerView = {
    /**
     * Who.
     */
    player: PlayerView;
    /**
     * A person or a bot.
     */
    class: PlayerClass;
    /**
     * Whose, for a bot.
     */
    owner?: string;
    /**
     * The game's name.
     */
    game: string;
    /**
     * `clock` or `untimed`.
     */
    speed: string;
    /**
     * The rating.
     */
    rating: number;
    /**
     * Its standard deviation.
     */
    deviation: number;
    /**
     * Whether too little is known to compare it with others.
     */
    provisional: boolean;
    /**
     * Rated matches.
     */
    matches: number;
    /**
     * How many others they were against; the bots of one person are one.
     */
    opponents: number;
    /**
     * When the last one ended, in Unix milliseconds.
     */
    last_ms: number;
};
