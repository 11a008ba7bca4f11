import type { ClockSetting } from "./ClockSetting";
import type { SeatWish } from "./SeatWish";
/**
 * A challenge that somebody makes.
 */
export type ChallengeBody = {
    /**
     * Whom; anybody who knows the challenge's id when absent.
     */
    opponent?: string;
    /**
     * The game's name.
     */
    game: string;
    /**
     * Options of the game that differ from the defaults.
     */
    options?: Record<string, unknown>;
    /**
     * The clock; none for unlimited time.
     */
    clock?: ClockSetting;
    /**
     * The challenger's seat; by chance when absent.
     */
    seat?: SeatWish;
    /**
     * Whether it counts for ratings.
     */
    rated?: boolean;
    /**
     * Whether an open challenge is shown to everybody; otherwise only those who were given its id know of it.
     */
    listed?: boolean;
    /**
     * For how long it stands, in milliseconds; a week when absent.
     */
    stands_ms?: number;
};
