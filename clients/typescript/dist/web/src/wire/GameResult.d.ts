/**
 * Who won.
 */
export type GameResult = "first" | "second" | "draw";
