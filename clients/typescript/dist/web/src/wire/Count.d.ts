/**
 * A count: a whole number up to 2⁵³, rounded beyond.
 */
export type Count = number;
