/**
 * A player.
 */
export type PlayerView = {
    /**
     * The player's id.
     */
    id: string;
    /**
     * The name to show.
     */
    name: string;
};
