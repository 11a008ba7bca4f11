import type { ClockSetting } from "./ClockSetting";
import type { MatchRecord } from "./MatchRecord";
import type { SeatView } from "./SeatView";
import type { Status } from "./Status";
import type { Unrated } from "./Unrated";
import type { Verdict } from "./Verdict";
/**
 * One match.
 */
export type MatchView = {
    /**
     * The tournament that it belongs to.
     */
    tournament?: string;
    /**
     * Why it does not count for ratings; absent where it does, or will, and in tournaments of bots.
     */
    unrated?: Unrated;
    /**
     * Its record, once it is finished.
     */
    record?: MatchRecord;
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
