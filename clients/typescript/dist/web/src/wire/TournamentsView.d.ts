import type { TournamentFileView } from "./TournamentFileView";
import type { TournamentSummary } from "./TournamentSummary";
/**
 * The tournaments of this server.
 */
export type TournamentsView = {
    /**
     * Those that were started, the newest first.
     */
    tournaments: Array<TournamentSummary>;
    /**
     * Those that can be started.
     */
    available: Array<TournamentFileView>;
    /**
     * Whether the caller may start and stop tournaments.
     */
    operator: boolean;
};
