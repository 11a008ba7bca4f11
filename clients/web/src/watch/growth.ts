// The tree of a search that goes on: the considered root moves, and the lines of all depths so far.

import { written } from "../core/notation";
import type { ThinkingMessage } from "../core/types";

/** A move in the tree. */
export interface Growth {
  move: string;
  /** The move in human notation. */
  text: string;
  /** The place in the drawing: the ply below the root, from 1, and the row, from 0. */
  ply: number;
  row: number;
  /** The parent; absent below the root. */
  from?: Growth;
  /** True on the newest line. */
  best: boolean;
  /** True if the newest result added it. */
  fresh: boolean;
  /** The value of a root move for the bot; an upper bound unless `exact`. */
  value?: number;
  exact?: boolean;
}

/** The greatest numbers of root moves and of plies to draw. */
const MOVES = 6;
const PLIES = 6;

/** Returns the moves of the tree, each after its parent, and the number of rows. */
export function grown(messages: readonly ThinkingMessage[]): { nodes: Growth[]; rows: number } {
  const newest = messages.at(-1);
  if (!newest) return { nodes: [], rows: 0 };
  interface Branch {
    text: string;
    best: boolean;
    fresh: boolean;
    below: Map<string, Branch>;
  }
  const root = new Map<string, Branch>();
  const shown = newest.moves.slice(0, MOVES);
  for (const { move, notation } of shown) root.set(move, { text: notation ?? move, best: false, fresh: false, below: new Map() });
  for (const message of messages) {
    const { line, notation } = message.thought;
    const texts = written(line, notation);
    let at = root;
    for (const [ply, move] of line.slice(0, PLIES).entries()) {
      let branch = at.get(move);
      // A root move that is no longer among the best ones is not drawn any more.
      if (!branch && ply === 0) break;
      if (!branch) {
        branch = { text: texts[ply] ?? move, best: false, fresh: message === newest, below: new Map() };
        at.set(move, branch);
      }
      branch.best ||= message === newest;
      at = branch.below;
    }
  }
  const nodes: Growth[] = [];
  let rows = 0;
  function place(branches: Map<string, Branch>, ply: number, from: Growth | undefined) {
    // The newest line runs straight, on the first row of its parent.
    const sorted = [...branches].sort(([, a], [, b]) => Number(b.best) - Number(a.best));
    for (const [i, [move, { text, best, fresh, below }]] of sorted.entries()) {
      if (i > 0) rows += 1;
      const node: Growth = { move, text, ply, row: rows, best, fresh, ...(from ? { from } : {}) };
      const known = from ? undefined : shown.find((one) => one.move === move);
      if (known) Object.assign(node, { value: known.value, exact: known.exact });
      nodes.push(node);
      place(below, ply + 1, node);
    }
  }
  place(root, 1, undefined);
  return { nodes, rows: rows + 1 };
}
