/**
 * Keeps a player out.
 */
export type BanBody = {
    /**
     * Whom; a person's bots as well.
     */
    player: string;
    /**
     * Why; the player is told.
     */
    reason: string;
    /**
     * Until when, in Unix milliseconds; for good when absent.
     */
    until_ms?: number;
};
