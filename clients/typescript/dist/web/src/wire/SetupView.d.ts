import type { Diagram } from "./Diagram";
import type { SetupProblem } from "./SetupProblem";
import type { Side } from "./Side";
/**
 * A position that was set up, as far as it could be.
 */
export type SetupView = {
    /**
     * The game.
     */
    game: string;
    /**
     * The position before the moves, as text; absent at the start of the game.
     */
    start?: string;
    /**
     * The position after the moves, or after those before the one that is wrong.
     */
    position: string;
    /**
     * The moves, as the game writes them.
     */
    moves: Array<string>;
    /**
     * The side to move.
     */
    side: Side;
    /**
     * Whether the game is over there.
     */
    over: boolean;
    /**
     * The moves that may be played there.
     */
    legal: Array<string>;
    /**
     * What a client draws.
     */
    diagram: Diagram;
    /**
     * What can be put on a cell of the board; none where positions are written as text only.
     */
    pieces: Array<string>;
    /**
     * Whether whoever puts pieces on the board also says whose turn it is.
     */
    turn: boolean;
    /**
     * What is wrong, if anything is: then the fields before it hold what they hold without it.
     */
    problem?: SetupProblem;
};
