import type { KeyView } from "./KeyView";
import type { PlayerView } from "./PlayerView";
/**
 * A person's bot.
 */
export type OwnedBotView = {
    /**
     * The bot's player.
     */
    player: PlayerView;
    /**
     * When it was made, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * Its keys, the newest first.
     */
    keys: Array<KeyView>;
};
