/**
 * Entrants with the same limits.
 */
export type LimitsRow = {
    /**
     * The limits, in words.
     */
    limits: string;
    /**
     * Whom they hold for, in the order of the file.
     */
    entrants: Array<string>;
};
