/**
 * Why something was refused: a fixed word that programs may rely on.
 */
export type Code = "bad_message" | "unknown_type" | "no_hello" | "unauthorised" | "not_your_turn" | "illegal_move" | "stale_ply" | "no_such_match" | "no_such_game" | "no_such_bot" | "bad_options" | "bad_bot" | "not_seated" | "seat_taken" | "match_over" | "not_started" | "too_late" | "no_such_offer" | "nothing_to_take_back" | "already_offered" | "nothing_to_claim" | "rate_limited" | "too_large" | "over_limit" | "unavailable" | "forbidden" | "no_such_challenge" | "declined" | "not_here" | "name_taken" | "not_found" | "not_finished" | "internal";
