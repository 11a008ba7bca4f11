/**
 * Logs out.
 */
export type LogoutBody = {
    /**
     * Whether every session and every key of the account end; otherwise the token that asks alone does.
     */
    everywhere?: boolean;
};
