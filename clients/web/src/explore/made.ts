// Generates trees to show the cost of move ordering. The arena searches them as written trees.

import type { Tree } from "../core/types";

/** The maximum number of leaves that fits into a written tree of the arena. */
export const MOST_LEAVES = 2_200;

/** Generates a tree with `breadth` moves at each node and `depth` plies, reproducible by its seed. */
export function madeTree(breadth: number, depth: number, seed: number): Tree {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const grow = (left: number): Tree => (left === 0 ? Math.floor(random() * 100) : Array.from({ length: breadth }, () => grow(left - 1)));
  return grow(depth);
}

/** Returns the maximum depth of a tree with that breadth. */
export const mostDepth = (breadth: number): number => Math.floor(Math.log(MOST_LEAVES) / Math.log(breadth));

/**
 * Returns the tree with reordered children: 1 puts the best for its side first, −1 the worst, and values in between
 * sort only a part of them.
 */
export function ordered(tree: Tree, order: number, max = true): Tree {
  return inOrder(tree, order, max).tree;
}

function inOrder(tree: Tree, order: number, max: boolean): { tree: Tree; value: number } {
  if (typeof tree === "number") return { tree, value: tree };
  const children = tree.map((child) => inOrder(child, order, !max));
  const values = children.map(({ value }) => value);
  const value = max ? Math.max(...values) : Math.min(...values);
  const best = (max ? -1 : 1) * Math.sign(order);
  const sorted = [...children].sort((a, b) => best * (a.value - b.value));
  // The first few are in order, and the others keep their order.
  const few = Math.round(Math.abs(order) * children.length);
  const first = sorted.slice(0, few);
  return { tree: [...first, ...children.filter((child) => !first.includes(child))].map((child) => child.tree), value };
}

/**
 * Returns the minimum number of leaves that alpha-beta without a table visits in a uniform tree, by Knuth and Moore
 * (1975).
 */
export const leastLeaves = (breadth: number, depth: number): number => breadth ** Math.ceil(depth / 2) + breadth ** Math.floor(depth / 2) - 1;
