/**
 * One player.
 */
export type PlayerBody = {
    /**
     * Who.
     */
    player: string;
};
