import type { SwissPair } from "./SwissPair";
/**
 * One round of a Swiss tournament.
 */
export type SwissRoundRow = {
    /**
     * Its number, from 1.
     */
    round: number;
    /**
     * Who met whom, the best-placed pair first.
     */
    pairs: Array<SwissPair>;
    /**
     * Who had no opponent.
     */
    bye?: string;
};
