/**
 * The answer to a request that was carried out and has no result.
 */
export type DoneView = {
    /**
     * Always true.
     */
    done: boolean;
};
