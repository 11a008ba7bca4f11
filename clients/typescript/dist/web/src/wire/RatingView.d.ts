/**
 * A player's rating in a game at a speed, as of now.
 */
export type RatingView = {
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
