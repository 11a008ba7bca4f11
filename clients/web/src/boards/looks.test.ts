import { describe, expect, test } from "vitest";
import type { GridDiagram } from "../core/types";
import { lookOf, ownerOf, pieceName, restingCell, standing } from "./looks";

const row = (cells: string[]): GridDiagram => ({ kind: "grid", columns: cells.length, rows: 1, cells, points: cells.map((_, i) => `p${i}`), last: [] });

test("pieces have names and owners", () => {
  expect(pieceName("chess", "N", ["White", "Black"])).toBe("white knight");
  expect(pieceName("chess", "q", ["White", "Black"])).toBe("black queen");
  expect(pieceName("checkers", "m", ["Black", "White"])).toBe("black man");
  expect(pieceName("checkers", "K", ["Black", "White"])).toBe("white king");
  expect(pieceName("felt", "o", ["Black", "White"])).toBe("White");
  expect(pieceName("marks", "", ["X", "O"])).toBe("empty");
  expect([ownerOf("chess", "P"), ownerOf("checkers", "M"), ownerOf("lines", "x")]).toEqual(["first", "second", "first"]);
});

test("a game without a look of its own is placed on points", () => {
  expect(lookOf("hex")).toBe(lookOf("tictactoe"));
});

describe("the standing", () => {
  test("counts discs and pieces", () => {
    expect(standing("reversi", row(["x", "o", "x", ""]), "first")).toEqual({ value: "2", unit: "discs" });
    expect(standing("reversi", row(["x", "o", "x", ""]), "second")).toEqual({ value: "1", unit: "disc" });
    expect(standing("checkers", row(["m", "k", "M"]), "first")).toEqual({ value: "2", unit: "pieces" });
  });
  test("is who is ahead in chess, and nothing where nobody can be", () => {
    const board = row(["K", "Q", "P", "k", "r"]);
    expect(standing("chess", board, "first")).toEqual({ value: "+5", unit: "" });
    expect(standing("chess", board, "second")).toBeUndefined();
    expect(standing("tictactoe", row(["x"]), "first")).toBeUndefined();
  });
});

test("a disc comes to rest on the lowest empty cell of its column", () => {
  const diagram: GridDiagram = { kind: "grid", columns: 2, rows: 3, cells: ["", "x", "", "o", "x", "x"], points: [], last: [] };
  expect(restingCell(diagram, 0)).toBe(2);
  expect(restingCell(diagram, 4)).toBe(2);
  expect(restingCell(diagram, 1)).toBe(1);
});
