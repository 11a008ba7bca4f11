/**
 * The computer of a run.
 */
export type Machine = {
    /**
     * Its processor, where the system names it.
     */
    processor?: string;
    /**
     * How many processors this program may use.
     */
    processors: number;
    /**
     * The system and its architecture.
     */
    system: string;
    /**
     * How many matches were played at a time when the run began.
     */
    concurrency: number;
};
