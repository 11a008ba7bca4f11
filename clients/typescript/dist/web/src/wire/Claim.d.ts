/**
 * What a side claims whose opponent has stayed away for longer than the grace time.
 */
export type Claim = "win" | "draw";
