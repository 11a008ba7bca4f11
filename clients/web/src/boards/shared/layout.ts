// Places a tree on a plane: leaves side by side, every inner node above the middle of its children.

export interface Branch {
  children: readonly Branch[];
}

export interface Placed<T> {
  node: T;
  /** In units of one leaf's width. */
  x: number;
  depth: number;
  parent: Placed<T> | undefined;
  /** Which child of its parent this is. */
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

export function layOut<T extends Branch>(root: T): Layout<T> {
  const nodes: Placed<T>[] = [];
  let leaves = 0;
  let deepest = 0;
  const place = (node: T, depth: number, index: number, parent: Placed<T> | undefined): Placed<T> => {
    const placed: Placed<T> = { node, x: 0, depth, parent, index, children: [] };
    nodes.push(placed);
    deepest = Math.max(deepest, depth);
    placed.children = node.children.map((child, i) => place(child as T, depth + 1, i, placed));
    const [first, last] = [placed.children[0], placed.children[placed.children.length - 1]];
    placed.x = first && last ? (first.x + last.x) / 2 : leaves++;
    return placed;
  };
  const top = place(root, 0, 0, undefined);
  return { root: top, nodes, width: leaves, depth: deepest };
}
