import type { DeedView } from "./DeedView";
/**
 * The operator's log.
 */
export type DeedsView = {
    /**
     * The newest deeds first.
     */
    deeds: Array<DeedView>;
};
