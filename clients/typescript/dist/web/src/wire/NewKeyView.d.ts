/**
 * A new key; told once.
 */
export type NewKeyView = {
    /**
     * The key: to be sent as the token of `hello`.
     */
    key: string;
};
