/**
 * A side of a match: the one that moves first, or the other.
 */
export type Side = "first" | "second";
