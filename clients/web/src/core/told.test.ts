import { expect, test } from "vitest";
import { speak, textsReady } from "./language.svelte";
import { words } from "./told.words";
import { zh } from "./told.zh";

test("an error is translated by its code and values, and an unknown one is quoted", async () => {
  await speak("zh");
  await textsReady("core/diagnostics");
  expect(zh.error({ code: "own_matches", args: { most: 1200 }, message: "finish a match first" })).toBe("你创建的对局有 1,200 局还没结束，先下完一局。");
  expect(zh.error({ code: "takes_initial", args: { least: 60_000, most: 300_000 }, message: "…" })).toMatch(/^对方只接受起始用时在 .* 到 .* 之间的约战。$/);
  expect(zh.error({ code: "toString", message: "not today" })).toBe("服务器报告：“not today”");
  await speak("en");
});

test("the key of the request is shown, except next to its field", async () => {
  const error = { code: "range", key: "rounds", args: { given: 0, least: 1, most: 9 }, message: "rounds: must be between 1 and 9, got 0" };
  expect([words.error(error), words.error(error, true)]).toEqual(["rounds: must be between 1 and 9, got 0", "must be between 1 and 9, got 0"]);
  await speak("zh");
  await textsReady("core/diagnostics");
  expect([zh.error(error), zh.error(error, true)]).toEqual(["rounds：0 不在 1 到 9 之间。", "0 不在 1 到 9 之间。"]);
  await speak("en");
});

test("the server's message is a sentence without backticks, unless it begins with a key", () => {
  const said = (message: string) => words.error({ code: "link_spent", message });
  expect(said("this link has already been used; run `arena operator-link` for a new one")).toBe("This link has already been used; run arena operator-link for a new one.");
  for (const message of ["start: the game is over there", "b2 is not a legal move", "Already a sentence."]) expect(said(message)).toBe(message);
});
