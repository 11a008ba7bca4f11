import { expect, test } from "vitest";
import { lasts, linkIn } from "./operator";

test("a link is recognised by its fragment", () => {
  expect(linkIn("#operator=5f0c")).toBe("5f0c");
  for (const other of ["", "#", "#pair", "#operator=", "#operators=5f", "#operator=5f&more"]) expect(linkIn(other)).toBeUndefined();
});

test("a duration is shown in minutes, then in hours", () => {
  expect([0, 60_000, 89 * 60_000, 90 * 60_000, 43_200_000].map(lasts)).toEqual(["1 minute", "1 minute", "89 minutes", "2 hours", "12 hours"]);
});
