import type { Side } from "./Side";
import type { TableLoss } from "./TableLoss";
import type { ThoughtSource } from "./ThoughtSource";
/**
 * What a bot thought before a move.
 */
export type ThoughtView = {
    /**
     * The ply of the move.
     */
    ply: number;
    /**
     * The bot's side.
     */
    side: Side;
    /**
     * The value for that side.
     */
    value: number;
    /**
     * In how many plies the game is won (positive) or lost (negative), when that was seen.
     */
    win_in?: number;
    /**
     * The depth that was searched to the end, in plies.
     */
    depth: number;
    /**
     * Positions entered.
     */
    nodes: number;
    /**
     * The principal variation, the move itself first.
     */
    line: Array<string>;
    /**
     * Milliseconds it took.
     */
    ms: number;
    /**
     * Where the move came from.
     */
    from: ThoughtSource;
    /**
     * What the search had to do without, where memory was short. The match cannot then be reproduced from its record.
     */
    table?: TableLoss;
    /**
     * The size in MiB of a table that was smaller than the bot's.
     */
    table_mb?: number;
};
