/**
 * A report that is open.
 */
export type ReportView = {
    /**
     * Its number.
     */
    id: number;
    /**
     * When, in Unix milliseconds.
     */
    at_ms: number;
    /**
     * By whom.
     */
    reporter: string;
    /**
     * Of whom.
     */
    player: string;
    /**
     * In which match.
     */
    match?: string;
    /**
     * What happened.
     */
    reason: string;
};
