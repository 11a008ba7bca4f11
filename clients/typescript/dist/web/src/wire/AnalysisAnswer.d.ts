import type { BookMoves } from "./BookMoves";
import type { Diagram } from "./Diagram";
import type { LineValue } from "./LineValue";
import type { RootValue } from "./RootValue";
import type { Side } from "./Side";
import type { StepsPage } from "./StepsPage";
import type { TreeNode } from "./TreeNode";
import type { ValueScale } from "./ValueScale";
/**
 * The findings, and the searched tree and the steps of the search where they were asked for.
 */
export type AnalysisAnswer = {
    /**
     * The tree.
     */
    tree?: TreeNode;
    /**
     * A page of what the search did.
     */
    steps?: StepsPage;
    /**
     * The game.
     */
    game: string;
    /**
     * All of its options.
     */
    options: Record<string, unknown>;
    /**
     * The position that was searched: the one after `moves`.
     */
    position: string;
    /**
     * The moves that led to it, as they were given.
     */
    moves: Array<string>;
    /**
     * The side to move.
     */
    side: Side;
    /**
     * The switches of the search.
     */
    settings: Record<string, unknown>;
    /**
     * The depth in plies that was searched to the end.
     */
    depth: number;
    /**
     * The value; 0 when no depth was completed.
     */
    value: number;
    /**
     * The value in words that go on from the side's name: `wins in 5 plies`, `draws`, `stands at +12`.
     */
    value_text: string;
    /**
     * In how many plies the game is won (positive) or lost (negative), when that was seen.
     */
    win_in?: number;
    /**
     * How values are read that say who wins; absent where values are payoffs.
     */
    scale?: ValueScale;
    /**
     * The best move; absent when the game is over, and when a limit ended the search before a depth was completed.
     */
    best?: string;
    /**
     * Best play by both sides.
     */
    line: Array<string>;
    /**
     * The lines of the best moves, the best first, where more than one was asked for.
     */
    lines?: Array<LineValue>;
    /**
     * Positions entered: root, leaves and table hits included, over all iterations.
     */
    nodes: number;
    /**
     * Positions that were finished or at the horizon.
     */
    leaves: number;
    /**
     * Nodes at which the remaining moves were pruned.
     */
    cutoffs: number;
    /**
     * Positions whose value came from the transposition table.
     */
    table_hits: number;
    /**
     * Moves that were never searched.
     */
    pruned_moves: number;
    /**
     * The branching factor of an even tree with as many nodes and the same depth.
     */
    branching?: number;
    /**
     * Milliseconds it took.
     */
    ms: number;
    /**
     * Whether a limit on nodes or time ended the search early.
     */
    stopped?: boolean;
    /**
     * Every root move that was searched.
     */
    root: Array<RootValue>;
    /**
     * In an explicit tree: the values of the leaves below pruned moves, in the order of the search.
     */
    pruned?: Array<number>;
    /**
     * What the opening book plays here, where one was asked for and knows the position.
     */
    book?: BookMoves;
    /**
     * The position as clients draw it.
     */
    diagram: Diagram;
};
