import type { EndReason } from "./EndReason";
import type { GameResult } from "./GameResult";
/**
 * How a match ended.
 */
export type Verdict = {
    /**
     * Who won; none when the match is void.
     */
    outcome: GameResult | null;
    /**
     * What decided it.
     */
    by: EndReason;
    /**
     * More about it, for people.
     */
    detail?: string;
};
