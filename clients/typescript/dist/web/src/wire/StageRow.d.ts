import type { TieRow } from "./TieRow";
/**
 * One stage of a knockout.
 */
export type StageRow = {
    /**
     * `final`, `semifinals`, `quarterfinals`, or `round of 16` and so on.
     */
    stage: string;
    /**
     * Its ties, from the top of the bracket to its bottom; beside the final, the one for the third place.
     */
    ties: Array<TieRow>;
};
