import type { PlayerView } from "./PlayerView";
/**
 * A name was claimed.
 */
export type ClaimedView = {
    /**
     * Who one is now.
     */
    player: PlayerView;
    /**
     * Codes that each get one in once where the password or the key is lost; told once.
     */
    recovery_codes: Array<string>;
    /**
     * Without a password, the key by which one is known; told once.
     */
    key?: string;
};
