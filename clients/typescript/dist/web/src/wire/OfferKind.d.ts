/**
 * What an offer is about.
 */
export type OfferKind = "draw" | "takeback" | "rematch";
