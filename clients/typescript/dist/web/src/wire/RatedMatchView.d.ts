import type { ResultWord } from "./ResultWord";
/**
 * A rated match in a player's history.
 */
export type RatedMatchView = {
    /**
     * The match.
     */
    match: string;
    /**
     * When its end was stored, in Unix milliseconds.
     */
    at_ms: number;
    /**
     * What it came to for the player.
     */
    result: ResultWord;
    /**
     * The player's rating after it.
     */
    rating: number;
    /**
     * Its deviation.
     */
    deviation: number;
    /**
     * The other side's rating after it.
     */
    opponent_rating: number;
    /**
     * Its deviation.
     */
    opponent_deviation: number;
};
