import type { NodeBound } from "./NodeBound";
import type { NodeKind } from "./NodeKind";
import type { Side } from "./Side";
/**
 * A node of a searched tree. Value and window are from the view of the side to move at the root.
 */
export type TreeNode = {
    /**
     * The move that leads here; none at the root.
     */
    move?: string;
    /**
     * The value found; none where the search did not come to an end.
     */
    value?: number;
    /**
     * Whether the true value may be lower or higher, because it was cut here or below; none where it is exact.
     */
    bound?: NodeBound;
    /**
     * What the side to move at the root would get at a leaf of an explicit tree that was never visited.
     */
    payoff?: number;
    /**
     * The value that the side to move at the root was already sure of on entry; none where there was none yet.
     */
    alpha: number | null;
    /**
     * The value that the other side was already sure of on entry; none where there was none yet.
     */
    beta: number | null;
    /**
     * The side to move here.
     */
    side: Side;
    /**
     * What became of the node.
     */
    kind: NodeKind;
    /**
     * Whether it is on the line of best play.
     */
    chosen?: boolean;
    /**
     * How many nodes below were searched but are not shown.
     */
    hidden?: number;
    /**
     * The nodes below, in the order of the search.
     */
    children: Array<TreeNode>;
};
