import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { cell, names, show, squares } from "../shared/testing";
import { owner, pieceName, standing } from "./pieces";

const GAME = "chess";

describe("chess", () => {
  const start = squares(8, 8, { e2: "P", g1: "N", e1: "K", h1: "R", e8: "k", a7: "P" });
  const legal = ["e2e3", "e2e4", "g1f3", "g1h3", "a7a8q", "a7a8r", "a7a8b", "a7a8n"];

  test("names its pieces and, once one is selected, its targets", async () => {
    const onmove = show(GAME, start, legal);
    await fireEvent.click(cell("e2, white pawn"));
    expect(cell("e2, white pawn, chosen").getAttribute("aria-selected")).toBe("true");
    expect(names().filter((name) => name?.includes("possible"))).toEqual(["e4, empty, possible", "e3, empty, possible"]);
    await fireEvent.click(cell("g1, white knight"));
    await fireEvent.click(cell("f3, empty, possible"));
    expect(onmove.mock.calls).toEqual([["g1f3"]]);
  });

  test("accepts keyboard moves, and Escape deselects a piece", async () => {
    const onmove = show(GAME, start, legal);
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    cell("e4, empty").focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "Escape"]) await press(key);
    expect(cell("e2, white pawn")).toBe(document.activeElement);
    for (const key of ["Enter", "ArrowUp", "ArrowUp", " "]) await press(key);
    expect(onmove.mock.calls).toEqual([["e2e4"]]);
  });

  test("asks for the promotion piece, the queen first", async () => {
    const onmove = show(GAME, start, legal);
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

  test("castles onto its own rook if the legal moves are written that way", async () => {
    const onmove = show(GAME, start, ["e1h1", "e1d1", "h1g1"]);
    await fireEvent.click(cell("e1, white king"));
    await fireEvent.click(cell("h1, white rook, possible"));
    expect(onmove.mock.calls).toEqual([["e1h1"]]);
  });

  test("is flipped for the second side", () => {
    show(GAME, start, [], { bottom: "second" });
    expect(names()[0]).toBe("h1, white rook");
    expect(names()[63]).toBe("a8, empty");
  });
});

test("pieces have names and owners", () => {
  expect(pieceName("N", ["White", "Black"])).toBe("white knight");
  expect(pieceName("q", ["White", "Black"])).toBe("black queen");
  expect([owner("P"), owner("p")]).toEqual(["first", "second"]);
});

test("the score shows the material advantage and the captures beyond exchanges", () => {
  const board = squares(5, 1, { a1: "K", b1: "Q", c1: "P", d1: "k", e1: "r" });
  expect(standing(board, "first")).toEqual({ value: "+5", unit: "", taken: ["p", "q"] });
  expect(standing(board, "second")).toEqual({ value: "", unit: "", taken: ["R"] });
  expect(standing(squares(2, 1, { a1: "K", b1: "k" }), "first")).toBeUndefined();
});

test("a king in check is announced", () => {
  show(GAME, { ...squares(2, 1, { a1: "K", b1: "r" }), check: { point: "a1", mate: true } }, []);
  expect(cell("a1, white king, checkmated")).toBeTruthy();
});
