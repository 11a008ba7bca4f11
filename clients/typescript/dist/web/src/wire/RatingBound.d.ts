/**
 * A side of a rating that is certain to 95 %.
 */
export type RatingBound = {
    "at_least": number;
} | {
    "at_most": number;
};
