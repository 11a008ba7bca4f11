/**
 * A ban that holds.
 */
export type BanView = {
    /**
     * Whom.
     */
    player: string;
    /**
     * Why.
     */
    reason: string;
    /**
     * Since when, in Unix milliseconds.
     */
    at_ms: number;
    /**
     * Until when, in Unix milliseconds.
     */
    until_ms?: number;
};
