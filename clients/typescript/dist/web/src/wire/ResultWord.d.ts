/**
 * What a match came to for one of its players.
 */
export type ResultWord = "win" | "draw" | "loss";
