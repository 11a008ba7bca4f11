import { expect, test } from "vitest";
import type { Tree } from "../core/types";
import { leastLeaves, madeTree, MOST_LEAVES, mostDepth, ordered } from "./made";

const leaves = (tree: Tree): number[] => (typeof tree === "number" ? [tree] : tree.flatMap(leaves));

test("a generated tree is uniform, reproducible by its seed, and small enough to send", () => {
  expect(leaves(madeTree(3, 4, 7))).toHaveLength(81);
  expect(madeTree(3, 4, 7)).toEqual(madeTree(3, 4, 7));
  expect(madeTree(3, 4, 7)).not.toEqual(madeTree(3, 4, 8));
  for (const breadth of [2, 3, 5, 8]) {
    const size = breadth ** mostDepth(breadth);
    expect(size).toBeLessThanOrEqual(MOST_LEAVES);
    // The server accepts at most 16 KiB of options.
    expect(JSON.stringify(madeTree(breadth, mostDepth(breadth), 1)).length).toBeLessThan(15_500);
  }
});

test("an order permutes children and loses none", () => {
  const textbook: Tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
  expect(ordered(textbook, 1)).toEqual([[3, 8, 12], [2, 4, 6], [2, 5, 14]]);
  expect(ordered(textbook, -1)).toEqual([[6, 4, 2], [14, 5, 2], [12, 8, 3]]);
  expect(ordered(textbook, 0)).toEqual(textbook);
});

test("the minimum number of leaves is that of Knuth and Moore", () => {
  expect([leastLeaves(3, 2), leastLeaves(3, 4), leastLeaves(2, 5)]).toEqual([5, 17, 11]);
});
