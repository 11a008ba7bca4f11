/**
 * A key, without what it is: that is told once.
 */
export type KeyView = {
    /**
     * Its number.
     */
    id: number;
    /**
     * What its owner calls it.
     */
    label: string;
    /**
     * When it was made, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * When it was last used, to the minute, in Unix milliseconds.
     */
    used_ms?: number;
};
