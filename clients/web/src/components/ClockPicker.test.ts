import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { ClockSetting } from "../wire";
import ClockPicker from "./ClockPicker.svelte";

const chosen = () => screen.getAllByRole<HTMLInputElement>("radio").find((radio) => radio.checked)?.value;

test.each([
  [undefined, "none"],
  [{ initial_ms: 180_000, increment_ms: 2000 }, "3+2"],
  [{ initial_ms: 172_800_000, increment_ms: 0, per_move: true }, "days"],
  [{ initial_ms: 420_000, increment_ms: 1000 }, "custom"],
] as [ClockSetting | undefined, string][])("starts with the given clock: %j", (value, choice) => {
  render(ClockPicker, { value });
  expect(chosen()).toBe(choice);
  if (choice === "days") expect(screen.getByDisplayValue("2")).toBeTruthy();
  if (choice === "custom") expect(screen.getByDisplayValue("7")).toBeTruthy();
});
