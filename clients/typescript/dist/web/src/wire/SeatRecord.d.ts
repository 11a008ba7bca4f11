import type { ClockSetting } from "./ClockSetting";
/**
 * Who held a seat.
 */
export type SeatRecord = {
    /**
     * The name.
     */
    name: string;
    /**
     * A bot's whole configuration; none for a person.
     */
    spec?: Record<string, unknown>;
    /**
     * The clock of a seat whose time was limited.
     */
    clock?: ClockSetting;
};
