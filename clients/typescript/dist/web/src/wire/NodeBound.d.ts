/**
 * In which direction a value is a bound.
 */
export type NodeBound = "lower" | "upper";
