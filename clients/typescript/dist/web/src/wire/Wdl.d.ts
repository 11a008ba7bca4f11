/**
 * Wins, draws and losses from the view of one entrant.
 */
export type Wdl = {
    /**
     * Matches won.
     */
    wins: number;
    /**
     * Matches drawn.
     */
    draws: number;
    /**
     * Matches lost.
     */
    losses: number;
};
