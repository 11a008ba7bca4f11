import type { Diagram } from "./Diagram";
import type { Side } from "./Side";
/**
 * The position from which the events of a match go on.
 */
export type EventsStart = {
    /**
     * The ply to come.
     */
    ply: number;
    /**
     * Whose turn it is.
     */
    turn?: Side;
    /**
     * The position to draw.
     */
    diagram: Diagram;
};
