import type { Diagram, EventView, MatchState, Side, Verdict } from "../../web/src/wire/index.ts";
/** The time that is left, in milliseconds, when the bot is asked. */
export interface Clock {
    mineMs: number;
    opponentMs: number;
    incrementMs: number;
}
/** A position in which the bot is to move. */
export interface Position {
    /** The id of the match. */
    match: string;
    game: string;
    /** The options of the game, such as the size of the board. */
    options: Record<string, unknown>;
    /** The position that the match began with, in the game's notation; absent for the usual one. */
    start?: string;
    /** How many of the moves were made for the players before the first of their own. */
    opening: number;
    /** All moves so far. */
    moves: readonly string[];
    /** The number of the move to make, counted from 0. */
    ply: number;
    /** The bot's side. */
    side: Side;
    /** The legal moves, as they are sent. */
    legal: readonly string[];
    /** The board as one would draw it; docs/protocol.md of the server says what stands in the cells of each game. */
    diagram: Diagram;
    /** The opponent's name. */
    opponent: string;
}
/** What stands on the point of this name. */
export declare function at(diagram: Diagram, point: string): string;
/** The board as text, a line for each row. */
export declare function draw(diagram: Diagram): string;
/** What is known of one match: what the server has told, folded. */
export declare class Match {
    #private;
    readonly id: string;
    /** The number of the last event. */
    seq: number;
    /** Whether an event is missing, so that the whole state is asked for. */
    gap: boolean;
    constructor(id: string, state: MatchState, seq: number);
    /** Takes the whole state of a snapshot. */
    renew(state: MatchState, seq: number): void;
    /** Takes an event; one that was known already changes nothing. Whether it was new and the next. */
    take(seq: number, event: EventView): boolean;
    get game(): string;
    get ply(): number;
    get side(): Side | undefined;
    get legal(): readonly string[];
    get isLive(): boolean;
    get verdict(): Verdict | undefined;
    /** Whether the server waits for our move. */
    get isMyTurn(): boolean;
    /** The opponent's name, or `?` while nobody sits there. */
    get opponent(): string;
    /** The position as a bot is asked about it, on its turn. */
    position(): Position;
    /** The clock as of the last message, if the match has one. */
    clock(): Clock | undefined;
}
