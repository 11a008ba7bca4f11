import { fireEvent, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Diagram } from "../../wire";
import { show } from "../shared/testing";

test("the heap offers its moves as buttons that the arrows lead along", async () => {
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
