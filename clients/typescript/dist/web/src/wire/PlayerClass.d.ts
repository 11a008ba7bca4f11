/**
 * What a player is known to be.
 */
export type PlayerClass = "guest" | "person" | "bot";
