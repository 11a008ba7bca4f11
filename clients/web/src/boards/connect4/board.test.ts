import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { GridDiagram } from "../../core/types";
import { cell, show, squares, strikes } from "../shared/testing";
import { restingCell } from "./rest";

const GAME = "connect4";

test("connect four accepts a click anywhere in a column, or the arrow keys and Enter", async () => {
  const onmove = show(GAME, squares(7, 6, { d1: "x", d2: "o" }), ["a", "c", "d", "e"], { sides: ["Red", "Yellow"] });
  await fireEvent.click(cell("c6, empty, lands on c1"));
  await fireEvent.click(cell("d1, Red, lands on d3"));
  await fireEvent.click(cell("b1, empty"));
  // The arrow keys continue from the last clicked cell, even if its column was full.
  const stop = screen.getAllByRole("gridcell").find((g) => g.getAttribute("tabindex") === "0");
  expect(stop).toBe(cell("b1, empty"));
  stop?.focus();
  await fireEvent.keyDown(stop as Element, { key: "ArrowLeft" });
  await fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
  expect(onmove.mock.calls).toEqual([["c"], ["d"], ["a"]]);
});

test("a disc comes to rest on the lowest empty cell of its column", () => {
  const diagram: GridDiagram = { kind: "grid", columns: 2, rows: 3, cells: ["", "x", "", "o", "x", "x"], points: [], last: [] };
  expect(restingCell(diagram, 0)).toBe(2);
  expect(restingCell(diagram, 4)).toBe(2);
  expect(restingCell(diagram, 1)).toBe(1);
});

test("a line is drawn through four in a row, but not earlier", () => {
  const four = { a1: "x", b1: "x", c1: "x", d1: "x" };
  show(GAME, squares(7, 6, four), []);
  expect(strikes()).toBe(0);
  show(GAME, { ...squares(7, 6, four), line: Object.keys(four) }, []);
  expect(strikes()).toBe(1);
});
