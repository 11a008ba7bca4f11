import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { grid } from "../../wire.samples";
import Board from "../Board.svelte";
import { cell, show as showBoard } from "../shared/testing";

const show = (diagram: ReturnType<typeof grid>, legal: string[]) => showBoard("tictactoe", diagram, legal, { sides: ["X", "O"] });

describe("the grid", () => {
  test("names every point and its contents", () => {
    show({ ...grid(["a1", "a2", "b1", "b2", "c1"]), line: ["a1", "b1", "c1"] }, []);
    expect(cell("a1, X, winning line")).toBeTruthy();
    expect(cell("b2, O")).toBeTruthy();
    expect(cell("c3, empty")).toBeTruthy();
  });

  test("is one tab stop. The arrow keys move on, and Enter and Space play legal moves only", async () => {
    const onmove = show(grid(["a1"]), ["b2", "b3", "c3"]);
    const stops = screen.getAllByRole("gridcell").filter((g) => g.getAttribute("tabindex") === "0");
    expect(stops.map((g) => g.getAttribute("aria-label"))).toEqual(["b2, empty"]);
    cell("b2, empty").focus();
    await fireEvent.keyDown(cell("b2, empty"), { key: "ArrowUp" });
    expect(document.activeElement).toBe(cell("b3, empty"));
    await fireEvent.keyDown(cell("b3, empty"), { key: "Enter" });
    await fireEvent.keyDown(cell("b3, X"), { key: "ArrowRight" });
    await fireEvent.keyDown(cell("c3, empty"), { key: " " });
    await fireEvent.keyDown(cell("c3, X"), { key: "ArrowDown" });
    await fireEvent.keyDown(cell("c2, empty"), { key: "Enter" });
    expect(onmove.mock.calls).toEqual([["b3"], ["c3"]]);
  });

  test("plays legal moves by click and ignores others", async () => {
    const onmove = show(grid(["a1"]), ["b2"]);
    await fireEvent.click(cell("c3, empty"));
    await fireEvent.click(cell("b2, empty"));
    expect(onmove.mock.calls).toEqual([["b2"]]);
  });

  test("shows a move until the position changes, and not again after a step back", async () => {
    const [before, after] = [grid(["a1"]), grid(["a1", "b2", "c3"])];
    const { rerender } = render(Board, { game: "tictactoe", diagram: before, legal: ["b2"], mover: "second", sides: ["X", "O"], onmove: () => undefined });
    await fireEvent.click(cell("b2, empty"));
    expect(cell("b2, O")).toBeTruthy();
    await rerender({ diagram: after, legal: [] });
    await rerender({ diagram: before });
    expect(cell("b2, empty")).toBeTruthy();
  });
});
