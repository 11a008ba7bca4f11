import type { Count } from "./Count";
/**
 * How many games end how.
 */
export type GamesCount = {
    /**
     * Won by the first side.
     */
    first: Count;
    /**
     * Drawn.
     */
    drawn: Count;
    /**
     * Won by the second side.
     */
    second: Count;
};
