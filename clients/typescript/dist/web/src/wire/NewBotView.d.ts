import type { PlayerView } from "./PlayerView";
/**
 * A new bot and its first key.
 */
export type NewBotView = {
    /**
     * The bot's player.
     */
    player: PlayerView;
    /**
     * The key: to be sent as the token of `hello`; told once.
     */
    key: string;
};
