/**
 * A line of a leaderboard: a person or a bot.
 */
export type StandingView = {
    /**
     * The player's id, for a person.
     */
    player?: string;
    /**
     * The bot's name, for a bot.
     */
    bot?: string;
    /**
     * The name to show.
     */
    name: string;
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
