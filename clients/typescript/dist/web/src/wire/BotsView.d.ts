import type { BotView } from "./BotView";
/**
 * The bots, those of a game from weak to strong.
 */
export type BotsView = {
    /**
     * The bots.
     */
    bots: Array<BotView>;
};
