import type { MatchRecord } from "./MatchRecord";
/**
 * Records of a tournament.
 */
export type RecordsView = {
    /**
     * The records, in the order of the schedule.
     */
    records: Array<MatchRecord>;
    /**
     * How many there are in all.
     */
    total: number;
};
