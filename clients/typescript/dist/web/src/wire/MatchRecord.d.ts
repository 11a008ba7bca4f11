import type { Opening } from "./Opening";
import type { SeatRecord } from "./SeatRecord";
import type { ShortMove } from "./ShortMove";
import type { Verdict } from "./Verdict";
/**
 * A finished match. `S` is how its seats are held: many matches of the same bots can share what is written of them.
 */
export type MatchRecord = {
    /**
     * The match.
     */
    id: string;
    /**
     * The game.
     */
    game: string;
    /**
     * All of the game's options.
     */
    options: Record<string, unknown>;
    /**
     * What it started from.
     */
    opening: Opening;
    /**
     * The first side's seat, then the second side's.
     */
    seats: [SeatRecord, SeatRecord];
    /**
     * What the bots' random choices came from.
     */
    seed: number;
    /**
     * All moves, those of the opening included.
     */
    moves: Array<string>;
    /**
     * How it ended.
     */
    verdict: Verdict;
    /**
     * By how many milliseconds the loser's time was passed, where it lost by that and it is known.
     */
    late_ms?: number;
    /**
     * The nodes searched for each move; 0 for a move of the opening, of a book, of chance or of a person.
     */
    nodes: Array<number>;
    /**
     * The milliseconds spent on each move; only where timings were asked for, since they are never the same twice.
     */
    ms?: Array<number>;
    /**
     * What each mover thought the position was worth for itself, on the scale of its search; none for a move that was
     * not searched, and nothing where no move was.
     */
    values?: Array<number | null>;
    /**
     * The moves that a bot made while memory was short. Where there are any, the match is not reproducible: from there on
     * the bot's moves are not a function of the record.
     */
    not_reproducible?: Array<ShortMove>;
};
