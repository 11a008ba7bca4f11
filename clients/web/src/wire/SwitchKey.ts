// This file was written by the tests of the server. Do not edit it.

/**
 * The switches of a search.
 */
export type SwitchKey = "depth" | "pruning" | "ordering" | "ties" | "deepening" | "aspiration" | "distance" | "exact_root" | "table_mb" | "threads" | "symmetry" | "hints" | "solve_empties" | "quiescence" | "null_move" | "lmr" | "futility" | "extensions" | "width";
