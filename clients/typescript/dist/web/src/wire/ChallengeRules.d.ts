/**
 * By which rules a player takes challenges: one that does not fit is declined at once, by the server.
 */
export type ChallengeRules = {
    /**
     * The games; none named for all.
     */
    games?: Array<string>;
    /**
     * With a clock only (true) or without only (false); either when absent.
     */
    clock?: boolean;
    /**
     * From and to how many milliseconds the clock may have at the start.
     */
    initial_ms?: [number, number];
    /**
     * Rated only (true) or unrated only (false); either when absent.
     */
    rated?: boolean;
    /**
     * From and to which rating, by the game and its speed, challengers may have; who has none counts as 1500.
     */
    rating?: [number, number];
    /**
     * So many matches may be under way at once.
     */
    at_once?: number;
    /**
     * No challenge at all.
     */
    closed?: boolean;
};
