import { expect, test } from "vitest";
import { listPath, movesIn } from "./routes";

test("a changed filter keeps the other parameters and returns to the newest page", () => {
  const asked = new URLSearchParams("game=a-game&before=7&name=ann%20b");
  expect(listPath("/matches", asked, { status: "all" })).toBe("/matches?game=a-game&name=ann+b&status=all");
  expect(listPath("/matches", asked, { before: "3" })).toBe("/matches?game=a-game&before=3&name=ann+b");
  expect(listPath("/matches", asked, { game: "", name: "" })).toBe("/matches");
});

test("a typed line has its moves without their numbers", () => {
  expect(movesIn(" 1. e4 e5, 2.Nf3  2... 12 ")).toEqual(["e4", "e5", "2.Nf3", "12"]);
});
