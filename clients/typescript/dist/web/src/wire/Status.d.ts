/**
 * Where a match stands.
 */
export type Status = "open" | "live" | "finished";
