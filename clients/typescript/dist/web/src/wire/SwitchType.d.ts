/**
 * What a switch can be set to.
 */
export type SwitchType = "bool" | "number" | "word" | "words";
