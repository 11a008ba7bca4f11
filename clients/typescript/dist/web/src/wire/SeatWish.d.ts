/**
 * The seat that a challenger wants.
 */
export type SeatWish = "first" | "second" | "random";
