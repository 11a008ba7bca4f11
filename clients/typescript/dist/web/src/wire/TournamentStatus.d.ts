/**
 * Where a tournament stands, in the words that `arena.v1` began with; [`TournamentState`] tells more apart.
 */
export type TournamentStatus = "running" | "finished" | "stopped" | "failed";
