// The geometry of a tree drawing: the size of each node and its place. The page and the exported animation share it.

import { layOut, type Layout, type Placed } from "./layout";

/** A node of a tree drawing. The caller decides its meaning. */
export interface DrawnNode {
  /** "max" and "min" are inner nodes, named by the side to move. "cut" is a pruned node. */
  shape: "max" | "min" | "leaf" | "cut";
  text: string;
  /** The move to this node. */
  edge?: string;
  /** True on the path or the line to emphasise. */
  strong?: boolean;
  faint?: boolean;
  /** The value that a click passes to `onmove`, usually a move. */
  move?: string;
  /** The search window in brackets, shown below the node. */
  window?: string;
  /** A text that reserves the width of `edge` if `edge` changes. */
  edgeRoom?: string;
  /** A text that reserves the width of `window` if `window` changes. */
  room?: string;
  /** True for the search's current node. */
  here?: boolean;
  /** The cells of a small board, row by row. The board replaces the shape. Without cells the board is only outlined. */
  cells?: readonly string[];
  label: string;
  children: DrawnNode[];
}

const TOP = 34;
/** Above this number of children, move labels in the middle of the edges would overlap. */
const CROWD = 6;

/** Returns the relative position of the children's move labels on their edges. */
const shareOf = (parent: DrawnNode | undefined) => ((parent?.children.length ?? 0) > CROWD ? 0.74 : 0.6);

/** Returns an upper estimate of a text's width. A Chinese character is as wide as two letters. */
const textWidth = (text = "", letter = 7.2) => [...text].reduce((letters, one) => letters + (one > "\u2e80" ? 2 : 1), 0) * letter;

export const isInner = ({ shape }: DrawnNode): boolean => shape === "max" || shape === "min";
export const shapeWidth = (node: DrawnNode): number => (isInner(node) ? 40 : Math.max(30, textWidth(node.text, 9.6) + 8));

/**
 * Returns half the minimum width that keeps a node's texts apart from its neighbours'. Move labels are closer to each
 * other than the nodes.
 */
function half(node: DrawnNode, share: number): number {
  const words = textWidth(node.room ?? node.window, 7.2);
  const least = node.cells ? 27 : isInner(node) ? 24 : 0;
  return Math.max(least, shapeWidth(node) / 2 + 3, words / 2 + 3, (textWidth(node.edgeRoom ?? node.edge, 7.2) + 8) / 2 / share);
}

/** Returns the width of the text of a node's window. */
export const windowWidth = ({ window }: DrawnNode): number => textWidth(window);

/** Returns the baseline of the window below a node, relative to the node. */
export const windowBelow = ({ cells, shape }: DrawnNode): number => (cells ? 53 : shape === "min" ? 39 : shape === "max" ? 35 : 31);

export interface Geometry {
  layout: Layout<DrawnNode>;
  width: number;
  height: number;
  x: (p: Placed<DrawnNode>) => number;
  y: (p: Placed<DrawnNode>) => number;
  /** Returns the centre of the label on the edge from `parent`. */
  label: (parent: Placed<DrawnNode>, p: Placed<DrawnNode>) => { x: number; y: number };
}

/** Returns the geometry of a drawing. Distances across are multiplied by `spread`. */
export function geometryOf(root: DrawnNode, spread = 1): Geometry {
  const visit = (node: DrawnNode): [DrawnNode, number][] => node.children.flatMap((child) => [[child, shareOf(node)], ...visit(child)]);
  const shares = new Map(visit(root));
  const layout = layOut(root, (node) => 2 * half(node, shares.get(node) ?? 1));
  const boards = layout.nodes.some((p) => p.node.cells);
  const ply = boards ? 112 : 92;
  const x = (p: Placed<DrawnNode>) => 6 + p.x * spread;
  const y = (p: Placed<DrawnNode>) => TOP + p.depth * ply;
  return {
    layout,
    width: layout.width * spread + 12,
    height: layout.depth * ply + TOP + (boards ? 54 : 42),
    x,
    y,
    label(parent, p) {
      const share = shareOf(parent.node);
      return { x: x(parent) + (x(p) - x(parent)) * share, y: y(parent) + ply * share - 2 };
    },
  };
}
