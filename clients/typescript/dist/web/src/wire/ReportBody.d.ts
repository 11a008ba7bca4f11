/**
 * What one tells the operator of a player.
 */
export type ReportBody = {
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
