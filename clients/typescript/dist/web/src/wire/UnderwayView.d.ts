import type { UnderwayMatch } from "./UnderwayMatch";
/**
 * The matches of a tournament that are being played at the moment.
 */
export type UnderwayView = {
    /**
     * In the order of the schedule, at most 24.
     */
    matches: Array<UnderwayMatch>;
};
