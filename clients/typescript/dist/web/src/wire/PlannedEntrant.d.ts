/**
 * An entrant before the first match.
 */
export type PlannedEntrant = {
    /**
     * Its name.
     */
    name: string;
    /**
     * How it plays, in a few words.
     */
    summary: string;
};
