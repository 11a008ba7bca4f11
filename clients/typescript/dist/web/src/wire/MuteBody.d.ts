/**
 * Whether one takes offers in a match.
 */
export type MuteBody = {
    /**
     * Whether none are taken.
     */
    muted: boolean;
};
