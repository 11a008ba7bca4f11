import type { Options } from "../../core/types";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Icon from "./Icon.svelte";
import { named, typed } from "./moves";
import Piece from "./Piece.svelte";

/** Returns the height of a tree, given as nested lists or as text. Returns undefined if it is not a tree. */
function height(tree: unknown): number | undefined {
  if (typeof tree === "number") return 0;
  if (typeof tree === "string") {
    try {
      return height(JSON.parse(tree));
    } catch {
      return undefined;
    }
  }
  if (!Array.isArray(tree)) return undefined;
  const below = tree.map(height);
  return below.some((one) => one === undefined) ? undefined : 1 + Math.max(...below.map((one) => one ?? 0));
}

/** Returns the remaining plies. The tree is the position if there is one, otherwise the option. */
function plies({ tree }: Options, position: string, moves: number): number | undefined {
  const all = height(position || tree);
  return all === undefined ? undefined : Math.max(0, all - moves);
}

/** A search this deep ends at the leaves of any tree that fits a page. */
const TO_THE_LEAVES = 20;

export default { Board, Icon, Piece, inLanguage: named, typed, signs: { first: "max", second: "min" }, analysis: { treeDepth: 6 }, plies, judges: ({ depth }) => Number(depth ?? 0) >= TO_THE_LEAVES, idle: ["quiescence", "null_move", "extensions", "symmetry", "solve_empties", "book"] } satisfies GameBoard;
