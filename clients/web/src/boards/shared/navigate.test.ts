import { describe, expect, test } from "vitest";
import { layOut } from "./layout";
import { stepInGrid, stepInLine } from "./navigate";

describe("keys", () => {
  test("move over the grid and stop at its edges", () => {
    expect(stepInGrid(4, "ArrowLeft", 3, 3)).toBe(3);
    expect(stepInGrid(4, "ArrowUp", 3, 3)).toBe(1);
    expect(stepInGrid(3, "ArrowLeft", 3, 3)).toBe(3);
    expect(stepInGrid(5, "ArrowRight", 3, 3)).toBe(5);
    expect(stepInGrid(1, "ArrowUp", 3, 3)).toBe(1);
    expect(stepInGrid(7, "ArrowDown", 3, 3)).toBe(7);
    expect(stepInGrid(4, "Home", 3, 3)).toBe(3);
    expect(stepInGrid(4, "End", 3, 3)).toBe(5);
    expect(stepInGrid(4, "x", 3, 3)).toBeUndefined();
  });
  test("move along a line", () => {
    expect(stepInLine(0, "ArrowRight", 2)).toBe(1);
    expect(stepInLine(1, "ArrowRight", 2)).toBe(1);
    expect(stepInLine(0, "ArrowUp", 2)).toBe(0);
    expect(stepInLine(1, "Tab", 2)).toBeUndefined();
  });
});

test("leaves of a tree are side by side, and inner nodes are above the middle of their children", () => {
  interface Node {
    children: Node[];
  }
  const leaf = (): Node => ({ children: [] });
  const { root, nodes, width, depth } = layOut<Node>({ children: [{ children: [leaf(), leaf(), leaf()] }, leaf()] });
  expect(width).toBe(4);
  expect(depth).toBe(2);
  expect(nodes.map((p) => p.x)).toEqual([2.5, 1.5, 0.5, 1.5, 2.5, 3.5]);
  expect(root.children.map((p) => p.index)).toEqual([0, 1]);
});
