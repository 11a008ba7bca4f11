import type { Clocks } from "./Clocks";
import type { Diagram } from "./Diagram";
import type { OfferKind } from "./OfferKind";
import type { SeatView } from "./SeatView";
import type { Side } from "./Side";
import type { ThoughtView } from "./ThoughtView";
import type { Verdict } from "./Verdict";
/**
 * Something that happened in a match.
 */
export type EventView = {
    "kind": "seated";
    /**
     * Which.
     */
    side: Side;
    /**
     * By whom.
     */
    seat: SeatView;
} | {
    "kind": "started";
    /**
     * The ply to come.
     */
    ply: number;
    /**
     * Whose turn it is.
     */
    turn?: Side;
    /**
     * The position to draw.
     */
    diagram: Diagram;
    /**
     * The clocks, when there are any.
     */
    clocks?: Clocks;
    /**
     * The legal moves, when it is the reader's turn.
     */
    legal?: Array<string>;
} | {
    "kind": "moved";
    /**
     * Its ply, from 0.
     */
    ply: number;
    /**
     * Who made it.
     */
    side: Side;
    /**
     * The move.
     */
    move: string;
    /**
     * Whose turn it is now, unless the match is over.
     */
    turn?: Side;
    /**
     * The position to draw.
     */
    diagram: Diagram;
    /**
     * The clocks, when there are any.
     */
    clocks?: Clocks;
    /**
     * The legal moves, when it is the reader's turn.
     */
    legal?: Array<string>;
} | {
    "kind": "thought";
} & ThoughtView | {
    "kind": "offered";
    /**
     * Who.
     */
    side: Side;
    /**
     * What.
     */
    what: OfferKind;
} | {
    "kind": "answered";
    /**
     * Who answered.
     */
    side: Side;
    /**
     * To what.
     */
    what: OfferKind;
    /**
     * Whether it agreed.
     */
    accept: boolean;
    /**
     * The new match, when both agreed to a rematch.
     */
    match?: string;
} | {
    "kind": "taken_back";
    /**
     * How many moves are left.
     */
    ply: number;
    /**
     * Who had asked for it.
     */
    side: Side;
    /**
     * Whose turn it is now.
     */
    turn?: Side;
    /**
     * The position to draw.
     */
    diagram: Diagram;
    /**
     * The clocks, when there are any.
     */
    clocks?: Clocks;
    /**
     * The legal moves, when it is the reader's turn.
     */
    legal?: Array<string>;
} | {
    "kind": "away";
    /**
     * Whose.
     */
    side: Side;
    /**
     * For how many milliseconds its seat is held.
     */
    grace_ms: number;
} | {
    "kind": "back";
    /**
     * Who.
     */
    side: Side;
} | {
    "kind": "ended";
    /**
     * How.
     */
    verdict: Verdict;
    /**
     * The clocks at the end.
     */
    clocks?: Clocks;
};
