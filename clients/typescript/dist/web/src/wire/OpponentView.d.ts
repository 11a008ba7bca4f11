import type { TallyView } from "./TallyView";
/**
 * Whom a player met, and what came of it.
 */
export type OpponentView = {
    /**
     * The other player's id; absent for a bot of the server.
     */
    player?: string;
    /**
     * The name to show.
     */
    name: string;
    /**
     * The player's matches in the first seat.
     */
    first: TallyView;
    /**
     * Those in the second seat.
     */
    second: TallyView;
};
