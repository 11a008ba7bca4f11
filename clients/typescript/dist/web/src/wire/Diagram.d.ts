/**
 * A position as a client draws it.
 */
export type Diagram = {
    "kind": "grid";
    /**
     * The name of each cell, in the order of the cells.
     */
    points: Array<string>;
    /**
     * The points of the winning line, when there is one.
     */
    line?: Array<string>;
    /**
     * Cells a row.
     */
    columns: number;
    /**
     * Rows.
     */
    rows: number;
    /**
     * What stands on each cell; empty text for nothing.
     */
    cells: Array<string>;
    /**
     * The points (or the text) of the last move.
     */
    last: Array<string>;
} | {
    "kind": "heap";
    /**
     * How many bones are left.
     */
    left: number;
    /**
     * The most that a turn may take.
     */
    most: number;
    /**
     * Cells a row.
     */
    columns: number;
    /**
     * Rows.
     */
    rows: number;
    /**
     * What stands on each cell; empty text for nothing.
     */
    cells: Array<string>;
    /**
     * The points (or the text) of the last move.
     */
    last: Array<string>;
} | {
    "kind": "tree";
    /**
     * The whole tree as nested arrays of leaf values.
     */
    tree: unknown;
    /**
     * The child indexes that lead from the root to the current node.
     */
    path: Array<number>;
    /**
     * Cells a row.
     */
    columns: number;
    /**
     * Rows.
     */
    rows: number;
    /**
     * What stands on each cell; empty text for nothing.
     */
    cells: Array<string>;
    /**
     * The points (or the text) of the last move.
     */
    last: Array<string>;
};
