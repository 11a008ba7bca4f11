/**
 * Why a match counts for no ratings.
 */
export type Unrated = "not-agreed" | "start" | "options" | "guest" | "unmeasured" | "one-person" | "not-counted";
