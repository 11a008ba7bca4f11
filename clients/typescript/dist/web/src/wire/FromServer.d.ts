import type { ChallengeView } from "./ChallengeView";
import type { Code } from "./Code";
import type { Diagram } from "./Diagram";
import type { EventView } from "./EventView";
import type { MatchState } from "./MatchState";
import type { MatchSummary } from "./MatchSummary";
import type { PlayerClass } from "./PlayerClass";
import type { PlayerView } from "./PlayerView";
import type { Side } from "./Side";
import type { Status } from "./Status";
import type { TournamentReport } from "./TournamentReport";
import type { TournamentState } from "./TournamentState";
import type { TournamentStatus } from "./TournamentStatus";
/**
 * A message from the server.
 */
export type FromServer = {
    "type": "welcome";
    /**
     * The number of the message that this answers.
     */
    re?: number;
    /**
     * Who one is.
     */
    player: PlayerView;
    /**
     * The kind of account, where a name was claimed; absent for a guest.
     */
    class?: PlayerClass;
    /**
     * The secret that brings this player back; given once, when the player is new.
     */
    token?: string;
} | {
    "type": "ok";
    /**
     * The number of the message that this answers.
     */
    re?: number;
    /**
     * The match that one has come to.
     */
    match?: string;
    /**
     * The number of its last event.
     */
    seq?: number;
} | {
    "type": "created";
    /**
     * The number of the message that this answers.
     */
    re?: number;
    /**
     * The match.
     */
    match: string;
} | {
    "type": "challenge";
    /**
     * The number of the message that this answers.
     */
    re?: number;
    /**
     * The challenge.
     */
    challenge: ChallengeView;
} | {
    "type": "challenges";
    /**
     * The challenges, the oldest first.
     */
    challenges: Array<ChallengeView>;
} | {
    "type": "paired";
    /**
     * The match.
     */
    match: string;
} | {
    "type": "pong";
    /**
     * The number of the message that this answers.
     */
    re?: number;
} | {
    "type": "error";
    /**
     * The number of the message that this answers.
     */
    re?: number;
    /**
     * Why, for programs.
     */
    code: Code;
    /**
     * Why, for people.
     */
    message: string;
    /**
     * With `unavailable`: whether what was asked is kept all the same, to be done as soon as it can be.
     */
    kept?: boolean;
    /**
     * After so many milliseconds it is worth trying again, where something came too often.
     */
    retry_after_ms?: number;
} | {
    "type": "snapshot";
    /**
     * The number of the message that this answers.
     */
    re?: number;
    /**
     * The match.
     */
    match: string;
    /**
     * The number of its last event.
     */
    seq: number;
    /**
     * The match.
     */
    state: MatchState;
} | {
    "type": "event";
    /**
     * The match.
     */
    match: string;
    /**
     * The event's number.
     */
    seq: number;
    /**
     * The event.
     */
    event: EventView;
} | {
    "type": "superseded";
    /**
     * The match.
     */
    match: string;
} | {
    "type": "lobby";
    /**
     * New or changed ones; in the first message the newest.
     */
    matches: Array<MatchSummary>;
    /**
     * Those that are neither open nor live any more.
     */
    gone: Array<string>;
    /**
     * In the first message, how many older ones there are besides; `GET /api/matches` has them.
     */
    more?: number;
} | {
    "type": "board";
    /**
     * The match.
     */
    match: string;
    /**
     * Where it stands.
     */
    status: Status;
    /**
     * Moves made so far.
     */
    ply: number;
    /**
     * Whose turn it is.
     */
    turn?: Side;
    /**
     * The position to draw.
     */
    diagram: Diagram;
} | {
    "type": "tournament";
    /**
     * The tournament.
     */
    tournament: string;
    /**
     * Where it stands, in the words of the first clients.
     */
    status: TournamentStatus;
    /**
     * Where it stands.
     */
    state?: TournamentState;
    /**
     * Matches played.
     */
    played: number;
    /**
     * Matches in all.
     */
    total: number;
    /**
     * The crosstable so far.
     */
    table: TournamentReport;
} | {
    "type": "bye";
    /**
     * Why.
     */
    reason: string;
};
