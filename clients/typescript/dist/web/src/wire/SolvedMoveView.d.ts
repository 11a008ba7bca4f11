import type { Count } from "./Count";
import type { GamesCount } from "./GamesCount";
/**
 * A move, solved.
 */
export type SolvedMoveView = {
    /**
     * The move.
     */
    move: string;
    /**
     * The payoff for the first side when both play best after it.
     */
    payoff: number;
    /**
     * After how many plies the game ends then, the move included.
     */
    plies: number;
    /**
     * The nodes of the tree below it, its own included.
     */
    nodes: Count;
    /**
     * How the games end that begin with it.
     */
    games: GamesCount;
    /**
     * Whether it ends the game.
     */
    over: boolean;
    /**
     * The first move that comes to the same but for the board's symmetries; absent where it is this one.
     */
    like?: string;
    /**
     * The board after it, where it is a small one.
     */
    cells?: Array<string>;
};
