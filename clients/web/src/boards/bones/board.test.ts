import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Diagram } from "../../wire";
import { boardOf } from "../registry";
import { show } from "../shared/testing";
import Board from "./Board.svelte";

test("the heap offers its moves as buttons that the arrow keys move along", async () => {
  const heap: Diagram = { kind: "heap", columns: 5, rows: 1, cells: ["bone", "bone", "bone", "bone", ""], left: 4, most: 3, last: ["1"] };
  const onmove = show("bones", heap, ["1", "2", "3"]);
  const buttons = screen.getAllByRole("button");
  expect(buttons.length).toBe(3);
  buttons[0]?.focus();
  await fireEvent.keyDown(buttons[0] as HTMLElement, { key: "ArrowRight" });
  expect(document.activeElement).toBe(buttons[1]);
  await fireEvent.click(buttons[1] as HTMLElement);
  expect(onmove.mock.calls).toEqual([["2"]]);
  expect(screen.getByRole("img", { name: "4 bones left of 5" })).toBeTruthy();
});

test("the allowed numbers are shown while a player is to take", () => {
  const heap: Diagram = { kind: "heap", columns: 5, rows: 1, cells: ["bone", "bone", "", "", ""], left: 2, most: 3, last: ["3"] };
  const { container } = render(Board, { diagram: heap, legal: [], mover: "first", sides: ["First", "Second"], bottom: "first", onmove: () => undefined });
  expect(container.textContent).toContain("of 5 bones left · take 1 to 3");
  for (const change of [{ mover: undefined }, { diagram: { ...heap, cells: ["", "", "", "", ""], left: 0 } }]) {
    const over = render(Board, { diagram: heap, legal: [], mover: "first", sides: ["First", "Second"], bottom: "first", onmove: () => undefined, ...change });
    expect(over.container.textContent).toContain("of 5 bones left");
    expect(over.container.textContent).not.toContain("take");
  }
});

test("the evaluation that is the theory of the game never errs, with its weights or by its name", () => {
  const { judges } = boardOf("bones");
  expect([{ name: "modulo", weights: { won: 100 } }, "modulo", { name: "parity" }, undefined].map((evaluation) => judges?.({ depth: 2, evaluation }))).toEqual([true, true, false, false]);
});
