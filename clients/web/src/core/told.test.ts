import { expect, test } from "vitest";
import type { Reason } from "../wire";
import { words } from "./told.words";
import { zh } from "./told.zh";

test("a refusal is shown by its reason and values, and an unknown one by its code", () => {
  expect(zh.refusal("over_limit", "finish a match first", undefined, { reason: "own_matches", most: 1200 })).toBe("你开的对局已有 1,200 场还没结束，先下完一场。");
  expect(zh.refusal("declined", "this player takes …", undefined, { reason: "takes_initial", least: 60_000, most: 300_000 })).toMatch(/^对方只接受起始用时在 .* 到 .* 之间的约战。$/);
  const newer = { reason: "toString" } as unknown as Reason;
  expect(zh.refusal("declined", "not today", undefined, newer)).toBe("对方谢绝了。服务器的原话：“not today”");
});

test("the server's sentence begins with a capital, except before a key, and has no backticks", () => {
  const said = (message: string) => words.refusal("forbidden", message);
  expect(said("this link has already been used; run `arena operator-link` for a new one")).toBe("This link has already been used; run arena operator-link for a new one");
  for (const message of ["start: the game is over there", "b2 is no legal move", "Already a sentence."]) expect(said(message)).toBe(message);
});
