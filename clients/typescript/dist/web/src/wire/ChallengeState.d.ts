/**
 * What became of a challenge.
 */
export type ChallengeState = "standing" | "accepted" | "declined" | "withdrawn" | "expired";
