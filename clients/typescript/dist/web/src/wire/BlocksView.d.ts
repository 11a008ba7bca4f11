import type { PlayerView } from "./PlayerView";
/**
 * Whom one has blocked.
 */
export type BlocksView = {
    /**
     * They, the newest first.
     */
    players: Array<PlayerView>;
};
