import type { MatchSummary } from "./MatchSummary";
/**
 * A page of matches, the newest first.
 */
export type MatchesView = {
    /**
     * The matches.
     */
    matches: Array<MatchSummary>;
    /**
     * To be given as `before` for the next page, unless this is the last.
     */
    next?: string;
};
