/**
 * An option that a match of a game may set.
 */
export type OptionView = {
    /**
     * Its name.
     */
    name: string;
    /**
     * What it sets.
     */
    about: string;
    /**
     * `integer`, `boolean` or `tree`.
     */
    kind: string;
    /**
     * What it is unless given.
     */
    default: unknown;
    /**
     * The least that it may be.
     */
    min?: number;
    /**
     * The greatest that it may be.
     */
    max?: number;
};
