/**
 * What errors were made from.
 */
export type Basis = "encounters" | "matches";
