/**
 * Whether the caller is the operator.
 */
export type OperatorView = {
    /**
     * Whether it is.
     */
    operator: boolean;
    /**
     * By what: `token`, `socket`, or `browser` for the cookie that a link was exchanged for.
     */
    by?: string;
    /**
     * For how long it still is, where that ends.
     */
    left_ms?: number;
};
