/**
 * Names a player.
 */
export type NameBody = {
    /**
     * The name.
     */
    name: string;
};
