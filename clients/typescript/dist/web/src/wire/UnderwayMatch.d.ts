import type { Diagram } from "./Diagram";
import type { Side } from "./Side";
/**
 * A match of a tournament that is being played.
 */
export type UnderwayMatch = {
    /**
     * Its number in the schedule, from 0.
     */
    index: number;
    /**
     * Who has the first seat.
     */
    first: string;
    /**
     * Who has the second one.
     */
    second: string;
    /**
     * Moves that were made, those of the opening included.
     */
    ply: number;
    /**
     * Whose turn it is.
     */
    turn: Side;
    /**
     * The position.
     */
    diagram: Diagram;
};
