import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Diagram } from "../../wire";
import { boardOf } from "../registry";
import { show } from "../shared/testing";

vi.stubGlobal("ResizeObserver", class {
  observe = vi.fn();
  unobserve = vi.fn();
});

test("the tree offers the children of the current node", async () => {
  const tree: Diagram = { kind: "tree", columns: 3, rows: 1, cells: ["3", "12", "8"], tree: [[3, 12, 8], [2, [4, 1], 6]], path: [0], last: ["0"] };
  const onmove = show("tree", tree, ["0", "1", "2"]);
  const buttons = screen.getAllByRole("button");
  expect(buttons.map((b) => b.getAttribute("aria-label"))).toEqual(["Move a1: value 3", "Move a2: value 12", "Move a3: value 8"]);
  buttons[0]?.focus();
  await fireEvent.keyDown(buttons[0] as Element, { key: "ArrowRight" });
  await fireEvent.keyDown(buttons[1] as Element, { key: "Enter" });
  await fireEvent.click(buttons[2] as Element);
  expect(onmove.mock.calls).toEqual([["1"], ["2"]]);
});

test("the depth of a tree decreases with the moves played", () => {
  const { plies } = boardOf("tree");
  const textbook = "[[3,12,8],[2,4,6],[14,5,2]]";
  expect(plies?.({ tree: textbook }, "", 0)).toBe(2);
  expect(plies?.({ tree: [[1, [2, [3]]]] }, "", 1)).toBe(3);
  expect(plies?.({ tree: textbook }, "[1,2]", 0)).toBe(1);
  expect(plies?.({ tree: textbook }, "[1,", 0)).toBeUndefined();
});

test("the moves have the names of the textbook, which a reader may type", () => {
  const { inLanguage, typed } = boardOf("tree");
  expect(["0", "11"].map((move) => inLanguage?.(move))).toEqual(["a1", "a12"]);
  const tree: Diagram = { kind: "tree", columns: 0, rows: 1, cells: [], tree: [], path: [], last: [] };
  expect(["a1", "A12", "a0", "12"].map((text) => typed?.(text, tree, "first"))).toEqual(["0", "11", undefined, undefined]);
});
