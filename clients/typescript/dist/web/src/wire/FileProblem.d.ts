/**
 * What is wrong with a file, and where.
 */
export type FileProblem = {
    /**
     * The line of the TOML, from 1.
     */
    line?: number;
    /**
     * The table, as `openings`; none for the keys before the first.
     */
    table?: string;
    /**
     * Which of the entrants' tables, from 0.
     */
    entrant?: number;
    /**
     * The key.
     */
    key?: string;
    /**
     * What is wrong and what would be right.
     */
    problem: string;
};
