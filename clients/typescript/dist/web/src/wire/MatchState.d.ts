import type { Clocks } from "./Clocks";
import type { Diagram } from "./Diagram";
import type { Offers } from "./Offers";
import type { SeatView } from "./SeatView";
import type { Side } from "./Side";
import type { StartView } from "./StartView";
import type { Status } from "./Status";
import type { ThoughtEvent } from "./ThoughtEvent";
import type { Verdict } from "./Verdict";
/**
 * A match as it stands.
 */
export type MatchState = {
    /**
     * The game's name.
     */
    game: string;
    /**
     * All of the game's options.
     */
    options: Record<string, unknown>;
    /**
     * Who sits where, the first side first.
     */
    seats: [SeatView, SeatView];
    /**
     * Where it stands.
     */
    status: Status;
    /**
     * What it started from.
     */
    start: StartView;
    /**
     * Moves made so far: the ply of the next one.
     */
    ply: number;
    /**
     * Whose turn it is.
     */
    turn?: Side;
    /**
     * All moves so far.
     */
    moves: Array<string>;
    /**
     * The position to draw.
     */
    diagram: Diagram;
    /**
     * The legal moves, when it is the reader's turn.
     */
    legal?: Array<string>;
    /**
     * The side whose seat the reader holds.
     */
    you?: Side;
    /**
     * The clocks, when there are any.
     */
    clocks?: Clocks;
    /**
     * Whether it was made to be rated; `GET /api/matches/{id}` says why such a match does not count all the same.
     */
    rated?: boolean;
    /**
     * Open offers.
     */
    offers: Offers;
    /**
     * How it ended, once it has.
     */
    verdict?: Verdict;
    /**
     * The match that both agreed to play next.
     */
    rematch?: string;
    /**
     * What the bots thought so far.
     */
    thoughts: Array<ThoughtEvent>;
};
