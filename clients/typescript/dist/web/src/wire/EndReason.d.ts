/**
 * What decided a match.
 */
export type EndReason = "rules" | "resignation" | "agreement" | "timeout" | "absence" | "illegal" | "crash" | "stall" | "forfeit" | "adjudicated-draw" | "adjudicated-win" | "adjudicated-length" | "adjudicated-solved" | "aborted";
