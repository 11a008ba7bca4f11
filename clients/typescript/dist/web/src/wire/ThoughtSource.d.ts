/**
 * Where a bot's move came from.
 */
export type ThoughtSource = "search" | "book" | "random";
