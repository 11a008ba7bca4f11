/**
 * Wins, draws and losses.
 */
export type TallyView = {
    /**
     * Matches won.
     */
    wins: number;
    /**
     * Matches that nobody won.
     */
    draws: number;
    /**
     * Matches lost.
     */
    losses: number;
};
