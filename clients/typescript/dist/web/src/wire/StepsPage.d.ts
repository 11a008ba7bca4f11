import type { StepView } from "./StepView";
/**
 * A page of the steps of a search.
 */
export type StepsPage = {
    /**
     * The number of the first, counted from 0 among all that were asked for.
     */
    from: number;
    /**
     * The steps.
     */
    steps: Array<StepView>;
    /**
     * How many steps there are in all that fit the question.
     */
    total: number;
    /**
     * The number of the first step of the next page; none after the last.
     */
    next?: number;
};
