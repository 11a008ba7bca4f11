import { expect, test } from "vitest";
import { geometryOf, windowBelow, type DrawnNode } from "./drawing";

const node = (more: Partial<DrawnNode>): DrawnNode => ({ shape: "leaf", text: "", label: "", children: [], ...more });
const textbook = node({
  shape: "max",
  room: "[−∞, ∞]",
  children: [0, 1, 2].map((i) => node({ shape: "min", edge: `a${i + 1}`, room: "[−∞, 12]", children: ["3", "12", "8"].map((text, j) => node({ text, edge: `a${j + 1}` })) })),
});

test("the textbook tree is readable on a phone without scrolling", () => {
  // A phone of 390 pixels has 316 for a drawing, whose smallest letters of 12.5 units need 11 pixels.
  expect((12.5 * 316) / geometryOf(textbook).width).toBeGreaterThan(11);
});

test("a spread drawing is wider, with its nodes at the same shares of it", () => {
  const [narrow, wide] = [geometryOf(textbook), geometryOf(textbook, 2)];
  expect([wide.height, wide.width]).toEqual([narrow.height, 2 * narrow.width - 12]);
  for (const [i, p] of wide.layout.nodes.entries()) {
    const other = narrow.layout.nodes[i];
    if (!other) throw new Error("both have the same nodes");
    expect(wide.x(p) / wide.width).toBeCloseTo(narrow.x(other) / narrow.width, 1);
  }
});

test("a window is below its node and above the next ply", () => {
  const { layout, y } = geometryOf(textbook);
  const [root, child] = [layout.nodes.find(({ depth }) => depth === 0), layout.nodes.find(({ depth }) => depth === 1)];
  if (!root || !child) throw new Error("the tree has two plies");
  for (const [shape, cells] of [["max", undefined], ["min", undefined], ["leaf", undefined], ["max", ["x"]]] as const) {
    const below = windowBelow(node({ shape, ...(cells ? { cells } : {}) }));
    expect([below > 24, below < y(child) - y(root) - 24]).toEqual([true, true]);
  }
});
