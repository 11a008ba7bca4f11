import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import hex from ".";
import { cell, show, squares } from "../shared/testing";
import type { GameView } from "../../wire";
import { aboutOf } from "../registry";
import type { GridDiagram } from "../../core/types";
import { edges, hexagons } from "./hexagons";

const GAME = "hex";

/** A board with these stones and with rows numbered from the top. */
function rhombus(size: number, stones: Record<string, string>): GridDiagram {
  const board = squares(size, size, {});
  const points = board.points.map((point) => point.replace(/\d+/, (row) => String(size + 1 - Number(row))));
  return { ...board, points, cells: points.map((point) => stones[point] ?? "") };
}

describe("hex", () => {
  test("accepts mouse and keyboard moves", async () => {
    const onmove = show(GAME, rhombus(3, { b2: "x" }), ["a1", "c3"], { sides: ["Red", "Blue"] });
    expect(cell("b2, Red")).toBeTruthy();
    await fireEvent.click(cell("a1, empty"));
    await fireEvent.click(cell("b2, Red"));
    await fireEvent.keyDown(cell("c3, empty"), { key: "Enter" });
    expect(onmove.mock.calls).toEqual([["a1"], ["c3"]]);
  });
  test("describes the sides by the colours on its board, whatever the server calls them", () => {
    expect(aboutOf({ name: GAME, about: "X connects top and bottom, O left and right." } as GameView)).toBe("Red connects top and bottom, Blue left and right: one of them must succeed.");
    expect(aboutOf({ name: "a game of another server", about: "As the server says." } as GameView)).toBe("As the server says.");
  });
  test("the arrow keys move along rows and columns", async () => {
    show(GAME, rhombus(3, {}), ["a1"]);
    cell("b2, empty").focus();
    await fireEvent.keyDown(cell("b2, empty"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(cell("b3, empty"));
    await fireEvent.keyDown(cell("b3, empty"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(cell("c3, empty"));
  });
  test("swaps by a button and explains the swap", async () => {
    const onmove = show(GAME, rhombus(3, { c1: "x" }), ["a1", "swap"]);
    expect(screen.getByRole("status").textContent).toContain("take the first stone over");
    await fireEvent.click(screen.getByRole("button", { name: "Swap" }));
    expect(onmove.mock.calls).toEqual([["swap"]]);
  });
  test("shows no swap button or text if swapping is not legal", () => {
    show(GAME, rhombus(3, { c1: "x" }), ["a1"]);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("status")).toBeNull();
  });
  test("the last move and the winning chain are described in words", () => {
    const board = { ...rhombus(3, { a1: "x", a2: "x", a3: "x", c1: "o" }), last: ["a3"], line: ["a1", "a2", "a3"] };
    show(GAME, board, [], { sides: ["Red", "Blue"] });
    expect(cell("a3, Red, winning line")).toBeTruthy();
    show(GAME, { ...rhombus(3, { c1: "o" }), last: ["c1"] }, [], { sides: ["Red", "Blue"] });
    expect(cell("c1, Blue, last move")).toBeTruthy();
    expect(hex.won()).toBe("Both edges connected.");
  });
});

test("hexagons touch: a cell's six neighbours are equally far away, and no other cell is as close", () => {
  const near = (column: number, row: number) => {
    const [a, b] = [hexagons.at(2, 2), hexagons.at(2 + column, 2 + row)];
    return Math.round(Math.hypot(a.x - b.x, a.y - b.y));
  };
  const steps = [-2, -1, 0, 1, 2];
  const around = steps.flatMap((column) => steps.map((row) => [column, row] as const)).filter(([c, r]) => near(c, r) === 100);
  expect(around).toEqual([[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]]);
  expect(steps.flatMap((c) => steps.map((r) => near(c, r))).filter((d) => d > 0 && d < 100)).toEqual([]);
});

test("the edges enclose the board: each ends where the next begins", () => {
  const ends = (d: string) => {
    const corners = d.slice(1).split("L");
    return [corners[0], corners[corners.length - 1]];
  };
  const { first, second } = edges(5, 5);
  const [top, bottom] = first.map(ends);
  const [left, right] = second.map(ends);
  expect([top?.[0], top?.[1], bottom?.[0], bottom?.[1]]).toEqual([left?.[0], right?.[0], left?.[1], right?.[1]]);
});

test("a line is drawn along the winning chain", () => {
  show(GAME, { ...rhombus(3, { a1: "x", a2: "x", a3: "x" }), line: ["a1", "a2", "a3"] }, []);
  expect(document.querySelector(".strike path")?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
});
