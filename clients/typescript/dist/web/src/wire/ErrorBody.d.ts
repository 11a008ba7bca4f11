import type { Code } from "./Code";
/**
 * An error as the body of an HTTP answer.
 */
export type ErrorBody = {
    /**
     * Why, for programs.
     */
    code: Code;
    /**
     * Why, for people.
     */
    message: string;
    /**
     * After so many milliseconds it is worth trying again.
     */
    retry_after_ms?: number | null;
};
