import type { ClockSetting } from "./ClockSetting";
import type { SeatChoice } from "./SeatChoice";
import type { StartView } from "./StartView";
/**
 * A new match that a client wants.
 */
export type Create = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * Options of the game that differ from the defaults.
     */
    options?: Record<string, unknown>;
    /**
     * Who sits where, the first side first.
     */
    seats: [SeatChoice, SeatChoice];
    /**
     * Whether the seats are exchanged at random.
     */
    shuffle?: boolean;
    /**
     * The clock; none for unlimited time.
     */
    clock?: ClockSetting;
    /**
     * Whether it counts for ratings.
     */
    rated?: boolean;
    /**
     * What the bots' random choices come from; drawn when absent.
     */
    seed?: number;
    /**
     * Where it starts, if not at the game's own start. Such a match is not rated.
     */
    start?: StartView;
};
