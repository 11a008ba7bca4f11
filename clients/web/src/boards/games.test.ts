// The boards of the games as they are played: by click, by touch and by keyboard, from the server's legal moves.

import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import type { Diagram, Side } from "../wire";
import type { GridDiagram } from "../core/types";
import Board from "./Board.svelte";

function show(game: string, diagram: Diagram, legal: string[], { sides = ["White", "Black"] as [string, string], bottom = "first" as Side } = {}) {
  const onmove = vi.fn();
  render(Board, { game, diagram, legal, mover: "first", sides, bottom, onmove });
  return onmove;
}
const cell = (name: string) => screen.getByRole("gridcell", { name });
const names = () => screen.getAllByRole("gridcell").map((g) => g.getAttribute("aria-label"));

/** A board with these pieces, named from the lower left as chess does. */
function squares(columns: number, rows: number, pieces: Record<string, string>): GridDiagram {
  const points = Array.from({ length: columns * rows }, (_, i) => `${"abcdefghijklmnopqrs"[i % columns]}${rows - Math.floor(i / columns)}`);
  return { kind: "grid", columns, rows, points, cells: points.map((point) => pieces[point] ?? ""), last: [] };
}
function draughts(pieces: Record<string, string>): GridDiagram {
  const points = Array.from({ length: 64 }, (_, i) => {
    const [row, column] = [Math.floor(i / 8), i % 8];
    return (row + column) % 2 === 1 ? String(row * 4 + Math.floor(column / 2) + 1) : "";
  });
  return { kind: "grid", columns: 8, rows: 8, points, cells: points.map((point) => pieces[point] ?? ""), last: [] };
}

test("connect four takes a click anywhere in a column, or the arrows and Enter", async () => {
  const onmove = show("connect4", squares(7, 6, { d1: "x", d2: "o" }), ["a", "c", "d", "e"], { sides: ["X", "O"] });
  await fireEvent.click(cell("c6, empty"));
  await fireEvent.click(cell("d1, X"));
  await fireEvent.click(cell("b1, empty"));
  // The keys go on from the cell that was clicked last, though its column was full.
  const stop = screen.getAllByRole("gridcell").find((g) => g.getAttribute("tabindex") === "0");
  expect(stop).toBe(cell("b1, empty"));
  stop?.focus();
  await fireEvent.keyDown(stop as Element, { key: "ArrowLeft" });
  await fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
  expect(onmove.mock.calls).toEqual([["c"], ["d"], ["a"]]);
});

describe("reversi", () => {
  test("shows the points that may be played, and takes nothing else", async () => {
    const onmove = show("reversi", squares(3, 1, { b1: "o" }), ["c1"], { sides: ["Black", "White"] });
    expect(names()).toEqual(["a1, empty", "b1, White", "c1, empty, possible"]);
    expect(screen.queryByRole("button")).toBeNull();
    await fireEvent.click(cell("a1, empty"));
    await fireEvent.click(cell("c1, empty, possible"));
    expect(onmove.mock.calls).toEqual([["c1"]]);
  });
  test("passes by a button", async () => {
    const onmove = show("reversi", squares(3, 1, { b1: "o" }), ["pass"]);
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    expect(onmove.mock.calls).toEqual([["pass"]]);
  });
});

describe("gomoku", () => {
  const empty = squares(19, 19, {});
  test("plays at once with a mouse", async () => {
    const onmove = show("gomoku", empty, ["h8", "h9"]);
    await fireEvent.pointerDown(cell("h8, empty"), { pointerType: "mouse" });
    await fireEvent.click(cell("h8, empty"));
    expect(onmove.mock.calls).toEqual([["h8"]]);
  });
  test("asks a finger on small points whether it meant that one", async () => {
    const onmove = show("gomoku", empty, ["h8", "h9"]);
    const tap = async (name: string) => {
      const event = new Event("pointerdown", { bubbles: true });
      await fireEvent(cell(name), Object.assign(event, { pointerType: "touch" }));
      await fireEvent.click(cell(name));
    };
    await tap("h8, empty");
    expect(onmove).not.toHaveBeenCalled();
    await tap("h9, empty");
    expect(screen.getAllByRole("button").map((b) => b.textContent)).toEqual(["Play h9"]);
    await fireEvent.click(screen.getByRole("button", { name: "Play h9" }));
    await tap("h8, empty");
    await tap("h8, empty");
    expect(onmove.mock.calls).toEqual([["h9"], ["h8"]]);
  });
});

describe("chess", () => {
  const start = squares(8, 8, { e2: "P", g1: "N", e1: "K", h1: "R", e8: "k", a7: "P" });
  const legal = ["e2e3", "e2e4", "g1f3", "g1h3", "a7a8q", "a7a8r", "a7a8b", "a7a8n"];

  test("names its pieces and, once one is chosen, where it may go", async () => {
    const onmove = show("chess", start, legal);
    await fireEvent.click(cell("e2, white pawn"));
    expect(cell("e2, white pawn, chosen").getAttribute("aria-selected")).toBe("true");
    expect(names().filter((name) => name?.includes("possible"))).toEqual(["e4, empty, possible", "e3, empty, possible"]);
    await fireEvent.click(cell("g1, white knight"));
    await fireEvent.click(cell("f3, empty, possible"));
    expect(onmove.mock.calls).toEqual([["g1f3"]]);
  });

  test("is played by keyboard, and Escape puts a piece down", async () => {
    const onmove = show("chess", start, legal);
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    cell("e4, empty").focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "Escape"]) await press(key);
    expect(cell("e2, white pawn")).toBe(document.activeElement);
    for (const key of ["Enter", "ArrowUp", "ArrowUp", " "]) await press(key);
    expect(onmove.mock.calls).toEqual([["e2e4"]]);
  });

  test("asks what a pawn becomes, the queen first", async () => {
    const onmove = show("chess", start, legal);
    await fireEvent.click(cell("a7, white pawn"));
    await fireEvent.click(cell("a8, empty, possible"));
    expect(onmove).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "queen" }));
    await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("button")).toBeNull();
    await fireEvent.click(cell("a7, white pawn"));
    await fireEvent.click(cell("a8, empty, possible"));
    await fireEvent.click(screen.getByRole("button", { name: "knight" }));
    expect(onmove.mock.calls).toEqual([["a7a8n"]]);
  });

  test("castles by taking its own rook where the legal moves do", async () => {
    const onmove = show("chess", start, ["e1h1", "e1d1", "h1g1"]);
    await fireEvent.click(cell("e1, white king"));
    await fireEvent.click(cell("h1, white rook, possible"));
    expect(onmove.mock.calls).toEqual([["e1h1"]]);
  });

  test("is turned for whoever sits second", () => {
    show("chess", start, [], { bottom: "second" });
    expect(names()[0]).toBe("h1, white rook");
    expect(names()[63]).toBe("a8, empty");
  });
});

describe("checkers", () => {
  const board = draughts({ 2: "k", 6: "M", 7: "M", 14: "M", 15: "M", 1: "m" });
  const legal = ["2x9x18", "2x11x18"];
  test("is turned for whoever sits first, whose men start at its upper end", () => {
    show("checkers", board, [], { sides: ["Black", "White"] });
    expect(names()[63]).toBe("light square");
    expect(names()[62]).toBe("1, black man");
  });
  test("marks what must capture, and takes the path square by square", async () => {
    const onmove = show("checkers", board, legal, { sides: ["Black", "White"] });
    expect(screen.getByRole("status").textContent).toBe("You must capture.");
    expect(names().filter((name) => name?.includes("possible"))).toEqual(["2, black king, possible"]);
    await fireEvent.click(cell("2, black king, possible"));
    await fireEvent.click(cell("11, empty, possible"));
    expect(onmove).not.toHaveBeenCalled();
    await fireEvent.click(cell("18, empty, possible"));
    expect(onmove.mock.calls).toEqual([["2x11x18"]]);
  });
});
