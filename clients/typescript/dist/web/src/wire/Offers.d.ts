import type { Side } from "./Side";
/**
 * Who has an open offer of each kind.
 */
export type Offers = {
    /**
     * Of a draw.
     */
    draw?: Side;
    /**
     * Of taking back a move.
     */
    takeback?: Side;
    /**
     * Of a rematch.
     */
    rematch?: Side;
};
