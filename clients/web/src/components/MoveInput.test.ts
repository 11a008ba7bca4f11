import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import MoveInput from "./MoveInput.svelte";

test("the field takes the focus with a key that begins a move, and with no other key", () => {
  const { component } = render(MoveInput, { legal: ["e2e4"], notation: ["e4"], onmove: () => undefined });
  const field = screen.getByLabelText("Type a move");
  expect([component.takes("f", "f"), component.takes("Tab", "f")]).toEqual([false, false]);
  expect(document.activeElement).toBe(document.body);
  expect(component.takes("e", "f")).toBe(true);
  expect(document.activeElement).toBe(field);
});
