import type { ChallengeState } from "./ChallengeState";
import type { ClockSetting } from "./ClockSetting";
import type { PlayerView } from "./PlayerView";
import type { SeatWish } from "./SeatWish";
/**
 * A challenge.
 */
export type ChallengeView = {
    /**
     * Its id: whoever knows it may accept an open one.
     */
    challenge: string;
    /**
     * Who challenges.
     */
    challenger: PlayerView;
    /**
     * Whom; anybody when absent.
     */
    opponent?: PlayerView;
    /**
     * The game's name.
     */
    game: string;
    /**
     * All of the game's options.
     */
    options: Record<string, unknown>;
    /**
     * The clock; none for unlimited time.
     */
    clock?: ClockSetting;
    /**
     * The challenger's seat.
     */
    seat: SeatWish;
    /**
     * Whether it counts for ratings.
     */
    rated: boolean;
    /**
     * Whether it is shown to everybody.
     */
    listed: boolean;
    /**
     * When it was made, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * Until when it stands, in Unix milliseconds.
     */
    expires_ms: number;
    /**
     * What became of it.
     */
    state: ChallengeState;
    /**
     * Why it was declined.
     */
    reason?: string;
    /**
     * The match, once it was accepted.
     */
    match?: string;
};
