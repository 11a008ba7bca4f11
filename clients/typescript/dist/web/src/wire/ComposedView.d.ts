import type { FileProblem } from "./FileProblem";
import type { PlanView } from "./PlanView";
/**
 * What a tournament's file comes to.
 */
export type ComposedView = {
    /**
     * The file as TOML.
     */
    toml: string;
    /**
     * The same as JSON; none when the TOML cannot be read.
     */
    file?: Record<string, unknown>;
    /**
     * What is wrong with it.
     */
    problem?: FileProblem;
    /**
     * What would be played; none when something is wrong.
     */
    plan?: PlanView;
};
