/**
 * Proves anew that the caller owns the account, by its password.
 */
export type ConfirmBody = {
    /**
     * The password, where there is one.
     */
    password?: string;
};
