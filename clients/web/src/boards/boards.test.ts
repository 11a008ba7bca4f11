import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import type { Diagram } from "../wire";
import { grid } from "../wire.samples";
import Board from "./Board.svelte";
import { layOut } from "./layout";
import { stepInGrid, stepInLine } from "./navigate";

describe("keys", () => {
  test("lead over the grid and hold at its edges", () => {
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
  test("lead along a line", () => {
    expect(stepInLine(0, "ArrowRight", 2)).toBe(1);
    expect(stepInLine(1, "ArrowRight", 2)).toBe(1);
    expect(stepInLine(0, "ArrowUp", 2)).toBe(0);
    expect(stepInLine(1, "Tab", 2)).toBeUndefined();
  });
});

function show(diagram: Diagram, legal: string[]) {
  const onmove = vi.fn();
  render(Board, { game: "tictactoe", diagram, legal, mover: "first", sides: ["X", "O"], onmove });
  return onmove;
}
const cell = (name: string) => screen.getByRole("gridcell", { name });

describe("the grid", () => {
  test("names every point with what stands there", () => {
    show({ ...grid(["a1", "a2", "b1", "b2", "c1"]), line: ["a1", "b1", "c1"] }, []);
    expect(cell("a1, X, winning line")).toBeTruthy();
    expect(cell("b2, O")).toBeTruthy();
    expect(cell("c3, empty")).toBeTruthy();
  });

  test("is one stop for Tab; arrows move on, Enter and Space play legal moves only", async () => {
    const onmove = show(grid(["a1"]), ["b2", "b3", "c3"]);
    const stops = screen.getAllByRole("gridcell").filter((g) => g.getAttribute("tabindex") === "0");
    expect(stops.map((g) => g.getAttribute("aria-label"))).toEqual(["b2, empty"]);
    cell("b2, empty").focus();
    await fireEvent.keyDown(cell("b2, empty"), { key: "ArrowUp" });
    expect(document.activeElement).toBe(cell("b3, empty"));
    await fireEvent.keyDown(cell("b3, empty"), { key: "Enter" });
    await fireEvent.keyDown(cell("b3, empty"), { key: "ArrowRight" });
    await fireEvent.keyDown(cell("c3, empty"), { key: " " });
    await fireEvent.keyDown(cell("c3, empty"), { key: "ArrowDown" });
    await fireEvent.keyDown(cell("c2, empty"), { key: "Enter" });
    expect(onmove.mock.calls).toEqual([["b3"], ["c3"]]);
  });

  test("plays by click, and not where it is not legal", async () => {
    const onmove = show(grid(["a1"]), ["b2"]);
    await fireEvent.click(cell("c3, empty"));
    await fireEvent.click(cell("b2, empty"));
    expect(onmove.mock.calls).toEqual([["b2"]]);
  });
});

test("the heap offers its moves as buttons that the arrows lead along", async () => {
  const heap: Diagram = { kind: "heap", columns: 5, rows: 1, cells: ["bone", "bone", "bone", "bone", ""], left: 4, most: 3, last: ["1"] };
  const onmove = show(heap, ["1", "2", "3"]);
  const buttons = screen.getAllByRole("button");
  expect(buttons.length).toBe(3);
  buttons[0]?.focus();
  await fireEvent.keyDown(buttons[0] as HTMLElement, { key: "ArrowRight" });
  expect(document.activeElement).toBe(buttons[1]);
  await fireEvent.click(buttons[1] as HTMLElement);
  expect(onmove.mock.calls).toEqual([["2"]]);
  expect(screen.getByRole("img", { name: "4 bones left of 5" })).toBeTruthy();
});

test("the tree offers the children of the current node", async () => {
  const tree: Diagram = { kind: "tree", columns: 3, rows: 1, cells: ["3", "12", "8"], tree: [[3, 12, 8], [2, [4, 1], 6]], path: [0], last: ["0"] };
  const onmove = show(tree, ["0", "1", "2"]);
  const buttons = screen.getAllByRole("button");
  expect(buttons.map((b) => b.getAttribute("aria-label"))).toEqual(["Move 0: value 3", "Move 1: value 12", "Move 2: value 8"]);
  buttons[0]?.focus();
  await fireEvent.keyDown(buttons[0] as Element, { key: "ArrowRight" });
  await fireEvent.keyDown(buttons[1] as Element, { key: "Enter" });
  await fireEvent.click(buttons[2] as Element);
  expect(onmove.mock.calls).toEqual([["1"], ["2"]]);
});

test("a tree's leaves lie side by side, inner nodes over the middle of their children", () => {
  interface Node {
    children: Node[];
  }
  const leaf = (): Node => ({ children: [] });
  const { root, nodes, width, depth } = layOut<Node>({ children: [{ children: [leaf(), leaf(), leaf()] }, leaf()] });
  expect(width).toBe(4);
  expect(depth).toBe(2);
  expect(nodes.map((p) => p.x)).toEqual([2, 1, 0, 1, 2, 3]);
  expect(root.children.map((p) => p.index)).toEqual([0, 1]);
});
