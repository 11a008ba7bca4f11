import type { NoFigure } from "./NoFigure";
import type { Ratio } from "./Ratio";
/**
 * One step of one key: what `to` bought over `from`, over all pairs of bots that differ in nothing else.
 */
export type SwitchRow = {
    /**
     * The key.
     */
    key: string;
    /**
     * Its value before.
     */
    from: string;
    /**
     * Its value after.
     */
    to: string;
    /**
     * Pairs of bots that differ only in it.
     */
    comparisons: number;
    /**
     * The Elo difference of the direct matches.
     */
    elo: number | null;
    /**
     * Half of its 95 % range; repeats are left out.
     */
    elo_error: number | null;
    /**
     * When all was won or lost, what the difference is at least or at most, with 95 %.
     */
    elo_bound?: number;
    /**
     * Why a figure is missing.
     */
    elo_note?: NoFigure;
    /**
     * How much more `to` scores a match against the whole field, the mean over the comparisons.
     */
    score_difference: number | null;
    /**
     * Half of its 95 % range, from the scatter of the matches; repeats are left out.
     */
    score_error: number | null;
    /**
     * How many times the nodes a move, the geometric mean over the comparisons, with its 95 % range.
     */
    nodes_ratio: Ratio | null;
    /**
     * How many times the milliseconds a move; only where timings were asked for.
     */
    ms_ratio?: Ratio;
    /**
     * Whether the search finds the same values either way, so that only the cost can differ.
     */
    same_value: boolean;
    /**
     * The share of nodes that was saved at the same value; negative where it cost more.
     */
    nodes_saved?: number;
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
