/**
 * What a step is. With `max` of [`StepView`], each is one sentence for a reader.
 */
export type StepCode = "iteration" | "enter" | "raise" | "cut" | "reduce" | "again-window" | "again-depth" | "skip" | "searched" | "over" | "repetition" | "horizon" | "quiescence" | "hints" | "table" | "null-move" | "futility";
