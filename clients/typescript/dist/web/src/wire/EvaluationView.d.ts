import type { WeightView } from "./WeightView";
/**
 * An evaluation that a game offers.
 */
export type EvaluationView = {
    /**
     * Its name.
     */
    name: string;
    /**
     * How it judges.
     */
    about: string;
    /**
     * Its weights.
     */
    weights: Array<WeightView>;
};
