import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import checkers from ".";
import type { GridDiagram } from "../../core/types";
import { cell, names, show } from "../shared/testing";
import { pieceName } from "./pieces";

const GAME = "checkers";


function draughts(pieces: Record<string, string>): GridDiagram {
  const points = Array.from({ length: 64 }, (_, i) => {
    const [row, column] = [Math.floor(i / 8), i % 8];
    return (row + column) % 2 === 1 ? String(row * 4 + Math.floor(column / 2) + 1) : "";
  });
  return { kind: "grid", columns: 8, rows: 8, points, cells: points.map((point) => pieces[point] ?? ""), last: [] };
}

describe("checkers", () => {
  const board = draughts({ 2: "k", 6: "M", 7: "M", 14: "M", 15: "M", 1: "m" });
  const legal = ["2x9x18", "2x11x18"];
  test("is flipped for the first side, whose men start at the upper end", () => {
    show(GAME, board, [], { sides: ["Black", "White"] });
    expect(names()[63]).toBe("light square");
    expect(names()[62]).toBe("1, black man");
  });
  test("marks pieces that must capture, and takes the path square by square", async () => {
    const onmove = show(GAME, board, legal, { sides: ["Black", "White"] });
    expect(screen.getByRole("status").textContent).toBe("You must capture.");
    expect(names().filter((name) => name?.includes("possible"))).toEqual(["2, black king, possible"]);
    await fireEvent.click(cell("2, black king, possible"));
    await fireEvent.click(cell("11, empty, possible"));
    expect(onmove).not.toHaveBeenCalled();
    await fireEvent.click(cell("18, empty, possible"));
    expect(onmove.mock.calls).toEqual([["2x11x18"]]);
  });
});

test("pieces have names, and the standing counts them", () => {
  expect(pieceName("m", ["Black", "White"])).toBe("black man");
  expect(pieceName("K", ["Black", "White"])).toBe("white king");
  expect(checkers.standing(draughts({ 1: "m", 2: "k", 7: "M" }), "first")).toEqual({ value: "2", unit: "pieces" });
});
