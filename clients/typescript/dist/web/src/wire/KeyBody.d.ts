/**
 * Makes a key.
 */
export type KeyBody = {
    /**
     * What one calls it; 64 characters are kept.
     */
    label?: string;
};
