/**
 * A link that makes the browser that opens it the operator's, once.
 */
export type OperatorLink = {
    /**
     * The link, by the address that the server listens on.
     */
    url: string;
    /**
     * For how long it can be used.
     */
    valid_ms: number;
};
