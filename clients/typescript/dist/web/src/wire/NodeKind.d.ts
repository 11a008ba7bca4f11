/**
 * What became of a node.
 */
export type NodeKind = "inner" | "leaf" | "table" | "pruned";
