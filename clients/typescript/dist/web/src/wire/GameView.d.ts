import type { EvaluationView } from "./EvaluationView";
import type { OptionView } from "./OptionView";
/**
 * A game.
 */
export type GameView = {
    /**
     * The name in messages and files.
     */
    name: string;
    /**
     * The name for people.
     */
    title: string;
    /**
     * The aim of the game.
     */
    about: string;
    /**
     * What the two sides are called.
     */
    sides: [string, string];
    /**
     * Its options.
     */
    options: Array<OptionView>;
    /**
     * Its evaluations, the default one first.
     */
    evaluations: Array<EvaluationView>;
};
