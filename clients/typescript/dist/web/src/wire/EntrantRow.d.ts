import type { Basis } from "./Basis";
import type { Failures } from "./Failures";
import type { NoFigure } from "./NoFigure";
import type { Pentanomial } from "./Pentanomial";
import type { RatingBound } from "./RatingBound";
import type { Wdl } from "./Wdl";
/**
 * One entrant's results.
 */
export type EntrantRow = {
    /**
     * Its rank by score, from 1; equal scores share one.
     */
    rank: number;
    /**
     * Its name.
     */
    name: string;
    /**
     * A short name, for where there is little room: by what the names of all differ; left out where there is none.
     */
    label?: string;
    /**
     * Matches.
     */
    played: number;
    /**
     * 1 for a win, ½ for a draw.
     */
    points: number;
    /**
     * Points a match; none before the first.
     */
    score: number | null;
    /**
     * In the first seat.
     */
    first: Wdl;
    /**
     * In the second seat.
     */
    second: Wdl;
    /**
     * Its encounters by points: 0, ½, 1, 1½, 2.
     */
    pentanomial: Pentanomial;
    /**
     * Its moves, those of openings left out.
     */
    moves: number;
    /**
     * Positions that it searched.
     */
    nodes: number;
    /**
     * Positions for each move; none before the first.
     */
    nodes_per_move: number | null;
    /**
     * Milliseconds for each move; only where timings were asked for, since they are never the same twice.
     */
    ms_per_move?: number;
    /**
     * The logistic Elo difference to the field that it met.
     */
    elo: number | null;
    /**
     * Half of its 95 % range; repeats are left out.
     */
    elo_error: number | null;
    /**
     * Whether the errors of Elo and nElo are made from encounters or from matches.
     */
    errors_from: Basis;
    /**
     * How many openings these errors are clustered by, where several of the entrant's encounters share one.
     */
    errors_openings?: number;
    /**
     * When all was won, at least so much with a confidence of 95 %; when all was lost, at most.
     */
    elo_bound?: number;
    /**
     * Why a figure is missing.
     */
    elo_note?: NoFigure;
    /**
     * The normalised Elo difference to the field that it met.
     */
    nelo: number | null;
    /**
     * Half of its 95 % range; repeats are left out.
     */
    nelo_error: number | null;
    /**
     * The likelihood that it is stronger than the field that it met; repeats are left out.
     */
    los: number | null;
    /**
     * The share of draws among its matches, or of encounters that brought each side a point.
     */
    draw_ratio: number | null;
    /**
     * Encounters won to encounters lost.
     */
    pairs_ratio: number | null;
    /**
     * Its rating among the whole field.
     */
    rating: number | null;
    /**
     * Half of its 95 % range, as a difference to the anchor.
     */
    rating_error: number | null;
    /**
     * A bound, where there is no rating.
     */
    rating_bound?: RatingBound;
    /**
     * Why the rating or its error is missing.
     */
    rating_note?: NoFigure;
    /**
     * Whether nobody is stronger at the same nodes a move or fewer.
     */
    frontier: boolean;
    /**
     * Matches that it lost by a failure of its own, by kind.
     */
    failures: Failures;
    /**
     * Its whole configuration.
     */
    spec: Record<string, unknown>;
    /**
     * Matches won.
     */
    wins: number;
    /**
     * Matches drawn.
     */
    draws: number;
    /**
     * Matches lost.
     */
    losses: number;
};
