/**
 * Logs in.
 */
export type LoginBody = {
    /**
     * The claimed name.
     */
    name: string;
    /**
     * Its password.
     */
    password: string;
};
