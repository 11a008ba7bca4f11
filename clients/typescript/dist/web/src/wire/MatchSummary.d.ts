import type { ClockSetting } from "./ClockSetting";
import type { SeatView } from "./SeatView";
import type { Status } from "./Status";
import type { Verdict } from "./Verdict";
/**
 * A match in a list.
 */
export type MatchSummary = {
    /**
     * The match.
     */
    match: string;
    /**
     * The game's name.
     */
    game: string;
    /**
     * All of the game's options.
     */
    options: Record<string, unknown>;
    /**
     * Who sits where, the first side first.
     */
    seats: [SeatView, SeatView];
    /**
     * Where it stands.
     */
    status: Status;
    /**
     * Moves made so far.
     */
    plies: number;
    /**
     * When it was made, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * The clock; none for unlimited time.
     */
    clock?: ClockSetting;
    /**
     * How it ended, once it has.
     */
    verdict?: Verdict;
};
