/**
 * What a test has come to.
 */
export type TestVerdict = "h0" | "h1";
