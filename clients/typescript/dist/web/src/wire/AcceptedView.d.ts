/**
 * The match that came of a challenge.
 */
export type AcceptedView = {
    /**
     * The match.
     */
    match: string;
};
