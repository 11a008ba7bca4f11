import type { Count } from "./Count";
import type { GamesCount } from "./GamesCount";
import type { Side } from "./Side";
import type { SolvedMoveView } from "./SolvedMoveView";
import type { SolvedPosition } from "./SolvedPosition";
/**
 * A small game, solved whole.
 */
export type SolutionView = {
    /**
     * The game.
     */
    game: string;
    /**
     * The position that was solved: the one after the moves.
     */
    position: string;
    /**
     * The side to move.
     */
    side: Side;
    /**
     * The payoff for the first side when both play best: 1 where it wins, 0 in a draw, −1 where the second side wins,
     * more where a game pays more.
     */
    payoff: number;
    /**
     * After how many plies the game ends then.
     */
    plies: number;
    /**
     * The nodes of the tree of all moves.
     */
    nodes: Count;
    /**
     * How all its games end.
     */
    games: GamesCount;
    /**
     * How many different positions can be reached.
     */
    positions: number;
    /**
     * The same, where positions that are symmetric to each other count once.
     */
    asymmetric: number;
    /**
     * The nodes of the tree at each ply.
     */
    by_ply: Array<Count>;
    /**
     * The moves.
     */
    moves: Array<SolvedMoveView>;
    /**
     * The board, where it is a small one.
     */
    cells?: Array<string>;
    /**
     * How many cells a row of the board has, where it is a small one.
     */
    columns?: number;
    /**
     * Every position that can be reached, where that was asked for and there are at most 2,100.
     */
    all?: Array<SolvedPosition>;
};
