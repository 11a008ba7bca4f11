/**
 * Where something is wrong.
 */
export type SetupField = "options" | "position" | "moves";
