import type { SetupField } from "./SetupField";
/**
 * What is wrong with a field.
 */
export type SetupProblem = {
    /**
     * The field.
     */
    field: SetupField;
    /**
     * What is wrong and what would be right.
     */
    message: string;
};
