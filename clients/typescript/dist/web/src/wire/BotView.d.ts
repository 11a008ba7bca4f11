/**
 * A configured bot.
 */
export type BotView = {
    /**
     * Its name.
     */
    name: string;
    /**
     * The game that it plays.
     */
    game: string;
    /**
     * One sentence about it.
     */
    about: string;
    /**
     * Its place among the bots of its game, from 1 for the weakest.
     */
    level: number;
    /**
     * Its whole configuration.
     */
    spec: Record<string, unknown>;
    /**
     * What it does, in a line.
     */
    summary: string;
};
