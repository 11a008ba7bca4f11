// Lays out a tree: leaves side by side, and each inner node above the middle of its children. Neighbours never overlap.

export interface Branch {
  children: readonly Branch[];
}

export interface Placed<T> {
  node: T;
  /** The node's centre, in units of `widthOf`. */
  x: number;
  depth: number;
  parent: Placed<T> | undefined;
  /** The index among the parent's children. */
  index: number;
  children: Placed<T>[];
}

export interface Layout<T> {
  root: Placed<T>;
  /** Parents before children, left to right. */
  nodes: Placed<T>[];
  width: number;
  depth: number;
}

/** Lays out a tree. `widthOf` returns the width of a node; the default is 1. */
export function layOut<T extends Branch>(root: T, widthOf: (node: T) => number = () => 1): Layout<T> {
  const nodes: Placed<T>[] = [];
  const spans = new Map<Placed<T>, number>();
  let deepest = 0;
  const measure = (node: T, depth: number, index: number, parent: Placed<T> | undefined): Placed<T> => {
    const placed: Placed<T> = { node, x: 0, depth, parent, index, children: [] };
    nodes.push(placed);
    deepest = Math.max(deepest, depth);
    placed.children = node.children.map((child, i) => measure(child as T, depth + 1, i, placed));
    spans.set(placed, Math.max(widthOf(node), below(placed)));
    return placed;
  };
  const span = (placed: Placed<T>) => spans.get(placed) ?? 0;
  const below = (placed: Placed<T>) => placed.children.reduce((sum, child) => sum + span(child), 0);
  const place = (placed: Placed<T>, left: number): void => {
    let from = left + (span(placed) - below(placed)) / 2;
    for (const child of placed.children) {
      place(child, from);
      from += span(child);
    }
    const [first, last] = [placed.children[0], placed.children[placed.children.length - 1]];
    // Centre the node above its children, within the limits of its own width.
    const [low, high] = [left + widthOf(placed.node) / 2, left + span(placed) - widthOf(placed.node) / 2];
    placed.x = first && last ? Math.min(high, Math.max(low, (first.x + last.x) / 2)) : left + span(placed) / 2;
  };
  const top = measure(root, 0, 0, undefined);
  place(top, 0);
  return { root: top, nodes, width: span(top), depth: deepest };
}
