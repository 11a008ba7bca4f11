import type { PrunedMoves } from "./PrunedMoves";
import type { Side } from "./Side";
import type { StepCode } from "./StepCode";
/**
 * Something that a search did. Values and windows are from the view of the side to move at the root, MAX.
 */
export type StepView = {
    /**
     * What it is.
     */
    code: StepCode;
    /**
     * The node's number, in the order in which nodes are entered.
     */
    node: number;
    /**
     * How many plies below the root it is.
     */
    ply: number;
    /**
     * The side to move there.
     */
    side: Side;
    /**
     * Whether that is MAX, the side to move at the root.
     */
    max: boolean;
    /**
     * The value that MAX is already sure of before the step; none where there is none yet.
     */
    alpha: number | null;
    /**
     * The value that MIN is already sure of before the step; none where there is none yet.
     */
    beta: number | null;
    /**
     * The move that it is about.
     */
    move?: string;
    /**
     * The value that it is about.
     */
    value?: number;
    /**
     * A number of plies.
     */
    depth?: number;
    /**
     * The moves that were cut.
     */
    pruned?: PrunedMoves;
    /**
     * The cells of the board that is entered, as in a diagram, where that was asked for and it has at most sixteen.
     */
    cells?: Array<string>;
};
