/**
 * Gets in where the password or the key is lost.
 */
export type RecoverBody = {
    /**
     * The claimed name.
     */
    name: string;
    /**
     * One of its recovery codes.
     */
    code: string;
    /**
     * The new password.
     */
    password: string;
};
