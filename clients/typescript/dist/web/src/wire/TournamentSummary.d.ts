import type { TournamentState } from "./TournamentState";
import type { TournamentStatus } from "./TournamentStatus";
/**
 * A tournament in a list.
 */
export type TournamentSummary = {
    /**
     * The tournament.
     */
    id: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * The game's name.
     */
    game: string;
    /**
     * Its format.
     */
    format: string;
    /**
     * Where it stands, in the words of the first clients.
     */
    status: TournamentStatus;
    /**
     * Where it stands.
     */
    state: TournamentState;
    /**
     * Why it failed or is blocked, for people; `paused` in a pause, for the first clients.
     */
    detail?: string;
    /**
     * How many matches are played at a time, while it runs.
     */
    concurrency?: number;
    /**
     * Matches played.
     */
    played: number;
    /**
     * Matches in all.
     */
    total: number;
    /**
     * When it was started, in Unix milliseconds.
     */
    created_ms: number;
    /**
     * Who leads.
     */
    leader?: string;
};
