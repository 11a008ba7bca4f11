/**
 * Who has a fixed rating.
 */
export type AnchorRow = {
    /**
     * The entrant.
     */
    name: string;
    /**
     * Its rating.
     */
    rating: number;
};
