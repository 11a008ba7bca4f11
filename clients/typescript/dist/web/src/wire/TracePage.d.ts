/**
 * Which steps of a search are told.
 */
export type TracePage = {
    /**
     * Only those of this depth of iterative deepening.
     */
    depth?: number;
    /**
     * Only those at and below the node that these moves lead to.
     */
    below?: Array<string>;
    /**
     * Only those of nodes at most so many plies below that node.
     */
    plies?: number;
    /**
     * Of these, those from this number on, counted from 0.
     */
    from?: number;
    /**
     * At most so many.
     */
    count?: number;
    /**
     * Whether the nodes that are entered are told with their boards, where these have at most sixteen cells.
     */
    boards?: boolean;
};
