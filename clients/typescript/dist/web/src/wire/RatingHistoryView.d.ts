import type { RatedMatchView } from "./RatedMatchView";
/**
 * A page of a player's rating over time, the newest first.
 */
export type RatingHistoryView = {
    /**
     * The rated matches.
     */
    matches: Array<RatedMatchView>;
    /**
     * To be given as `before` for the next page, unless this is the last.
     */
    next?: string;
};
