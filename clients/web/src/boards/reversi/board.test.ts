import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import reversi from ".";
import { cell, names, show, squares } from "../shared/testing";

const GAME = "reversi";

describe("reversi", () => {
  test("shows the legal points and rejects all others", async () => {
    const onmove = show(GAME, squares(3, 1, { b1: "o" }), ["c1"], { sides: ["Black", "White"] });
    expect(names()).toEqual(["a1, empty", "b1, White", "c1, empty, possible"]);
    expect(screen.queryByRole("button")).toBeNull();
    await fireEvent.click(cell("a1, empty"));
    await fireEvent.click(cell("c1, empty, possible"));
    expect(onmove.mock.calls).toEqual([["c1"]]);
  });
  test("passes by a button", async () => {
    const onmove = show(GAME, squares(3, 1, { b1: "o" }), ["pass"]);
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    expect(onmove.mock.calls).toEqual([["pass"]]);
  });
});

test("the score counts discs", () => {
  const board = squares(4, 1, { a1: "x", b1: "o", c1: "x" });
  expect(reversi.standing(board, "first")).toEqual({ value: "2", unit: "discs" });
  expect(reversi.standing(board, "second")).toEqual({ value: "1", unit: "disc" });
});

test("a margin that counts the empty squares for the winner says so", () => {
  expect(reversi.margin(squares(4, 1, { a1: "x", b1: "x" }), 4)).toBe("the 2 empty squares count for the winner");
  expect(reversi.margin(squares(3, 1, { a1: "x", b1: "x", c1: "o" }), 1)).toBe("");
});
