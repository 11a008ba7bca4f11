import type { Pentanomial } from "./Pentanomial";
/**
 * The results between two entrants.
 */
export type PairRow = {
    /**
     * From whose view.
     */
    a: string;
    /**
     * Against whom.
     */
    b: string;
    /**
     * Encounters by the points of `a`: 0, ½, 1, 1½, 2.
     */
    pentanomial: Pentanomial;
    /**
     * The likelihood that `a` is stronger than `b`, from the ratings of the whole field.
     */
    superiority: number | null;
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
