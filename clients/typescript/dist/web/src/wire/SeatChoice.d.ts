/**
 * Who is to sit in a seat of a new match.
 */
export type SeatChoice = "me" | "open" | {
    bot: string | Record<string, unknown>;
} | {
    player: string;
};
