/**
 * Who holds a seat.
 */
export type SeatView = {
    "kind": "human";
    /**
     * The player's id.
     */
    player: string;
    /**
     * The name to show.
     */
    name: string;
    /**
     * Whether the seat is being held while the person is away.
     */
    away: boolean;
} | {
    "kind": "bot";
    /**
     * The bot's name.
     */
    name: string;
    /**
     * The bot's configuration: complete in the state of one match, only its name and game in lists.
     */
    spec: Record<string, unknown>;
    /**
     * In lists, the digest of the complete configuration: the first 16 hexadecimal digits of the SHA-256 of its
     * JSON.
     */
    digest?: string;
} | {
    "kind": "open";
} | {
    "kind": "reserved";
    /**
     * The player's id.
     */
    player: string;
};
