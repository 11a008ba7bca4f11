import type { KeyView } from "./KeyView";
import type { OwnedBotView } from "./OwnedBotView";
import type { PlayerClass } from "./PlayerClass";
import type { PlayerView } from "./PlayerView";
/**
 * A player as the player sees it.
 */
export type AccountView = {
    /**
     * Who.
     */
    player: PlayerView;
    /**
     * What.
     */
    class: PlayerClass;
    /**
     * Whose, for a bot.
     */
    owner?: string;
    /**
     * When the player first came, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * When the name was claimed, in Unix milliseconds.
     */
    claimed_ms?: number;
    /**
     * Whether there is a password.
     */
    has_password: boolean;
    /**
     * Recovery codes that were not used.
     */
    recovery_codes: number;
    /**
     * Its keys, the newest first.
     */
    keys: Array<KeyView>;
    /**
     * Where it is logged in besides by its first token, the newest first.
     */
    sessions: Array<KeyView>;
    /**
     * Its bots.
     */
    bots: Array<OwnedBotView>;
};
