import type { Side } from "./Side";
import type { TableLoss } from "./TableLoss";
/**
 * A move that a bot made while memory was short.
 */
export type ShortMove = {
    /**
     * Its ply, from 0; where it was taken back, the ply from which on the match went on.
     */
    ply: number;
    /**
     * The bot's side.
     */
    side: Side;
    /**
     * What was missing.
     */
    table: TableLoss;
    /**
     * The size of the table in MiB, where it was smaller than the bot's.
     */
    table_mb?: number;
};
