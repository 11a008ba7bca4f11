import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Remedy from "./Remedy.svelte";

test("a refusal leads to the tournament that uses up the limit", () => {
  render(Remedy, { of: { code: "address_runs", args: { most: 1, tournament: "7" }, message: "too many" } });
  expect(screen.getByRole("link", { name: "See that tournament" }).getAttribute("href")).toBe("/tournaments/7");
});

test("a refusal leads a guest to a name, and any other one nowhere", async () => {
  const { rerender } = render(Remedy, { of: { code: "needs_name", message: "claim a name" } });
  expect(screen.getByRole("link", { name: "Claim a name" }).getAttribute("href")).toBe("/account");
  await rerender({ of: { code: "others_compose", message: "not allowed" } });
  expect(screen.queryByRole("link")).toBeNull();
});
