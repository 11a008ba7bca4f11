import type { PlayerView } from "./PlayerView";
/**
 * One is known.
 */
export type LoggedInView = {
    /**
     * Who one is.
     */
    player: PlayerView;
    /**
     * The token to say hello with; told once.
     */
    token: string;
};
