/**
 * Where a tournament stands.
 */
export type TournamentState = "running" | "paused" | "finished" | "stopped" | "failed" | "blocked";
