import type { BanView } from "./BanView";
/**
 * All bans that hold.
 */
export type BansView = {
    /**
     * They, the newest first.
     */
    bans: Array<BanView>;
};
