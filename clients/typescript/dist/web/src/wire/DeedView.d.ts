/**
 * Something that the operator did.
 */
export type DeedView = {
    /**
     * When, in Unix milliseconds.
     */
    at_ms: number;
    /**
     * By what the operator was known: `token`, `socket` or `browser`.
     */
    by: string;
    /**
     * What: `ban`, `unban`, `void`, `close-report`, `reset`.
     */
    deed: string;
    /**
     * To whom or what.
     */
    subject: string;
    /**
     * Why.
     */
    detail: string;
};
