/**
 * Why something is done.
 */
export type ReasonBody = {
    /**
     * A sentence for people.
     */
    reason?: string;
};
