import type { ClockSetting } from "./ClockSetting";
/**
 * What somebody wants to be paired for, quickly.
 */
export type PairWish = {
    /**
     * The game's name; it is played by its usual options.
     */
    game: string;
    /**
     * The clock; none for unlimited time.
     */
    clock?: ClockSetting;
    /**
     * Whether it counts for ratings.
     */
    rated?: boolean;
};
