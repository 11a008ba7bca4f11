/**
 * Claims a name.
 */
export type ClaimBody = {
    /**
     * The name.
     */
    name: string;
    /**
     * The password, of 8 to 256 bytes; without one a key is made.
     */
    password?: string;
};
