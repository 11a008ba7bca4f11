/**
 * Changes a password.
 */
export type PasswordBody = {
    /**
     * The present one, where there is one.
     */
    password?: string;
    /**
     * The new one.
     */
    new_password: string;
};
