import type { NoFigure } from "./NoFigure";
import type { Pentanomial } from "./Pentanomial";
import type { TestRatio } from "./TestRatio";
import type { TestVerdict } from "./TestVerdict";
/**
 * The sequential test of a match.
 */
export type TestRow = {
    /**
     * About whom, against the other one.
     */
    entrant: string;
    /**
     * The hypotheses, as `normalised Elo, 0 against 5, by encounters`.
     */
    hypotheses: string;
    /**
     * The log-likelihood ratio of the higher hypothesis to the lower one, if there is one.
     */
    llr: number | null;
    /**
     * Why there is none.
     */
    note?: NoFigure;
    /**
     * At this ratio the lower hypothesis is accepted.
     */
    lower: number;
    /**
     * At this ratio the higher one is.
     */
    upper: number;
    /**
     * Encounters that count, by the points of the entrant: 0, ½, 1, 1½, 2.
     */
    pentanomial: Pentanomial;
    /**
     * What the test counts: `encounters` or `matches`.
     */
    counted: string;
    /**
     * How many of these it has judged.
     */
    judged: number;
    /**
     * Those that it left out because they repeat earlier ones.
     */
    left_out: number;
    /**
     * The ratio as it went, a bounded number of points.
     */
    course?: Array<TestRatio>;
    /**
     * What was decided.
     */
    verdict: TestVerdict | null;
};
