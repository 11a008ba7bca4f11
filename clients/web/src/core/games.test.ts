import { expect, test } from "vitest";
import { count } from "./format";
import { botName, botTitle, spokenSummary } from "./games";
import { speak } from "./language.svelte";
import { shownName } from "./state";

test("the server's bots have Chinese names, and other names stay as they are", async () => {
  expect([botName("chess-casual"), botTitle("chess-casual")]).toEqual(["chess-casual", "chess-casual"]);
  await speak("zh");
  expect([botName("chess-casual"), botTitle("chess-casual"), shownName("gomoku-strong")]).toEqual(["业余", "业余（chess-casual）", "强手"]);
  for (const name of ["my-casual", "chess-mine", "chess-casual depth=3", "casual"]) expect(botName(name)).toBe(name);
  // A guest may have the name of a bot.
  expect(shownName("chess-casual (guest)")).not.toContain("业余");
  await speak("en");
});

test("a search extension is named after the threats of the game", async () => {
  await speak("zh");
  const summary = (game: string) => spokenSummary({ spec: { game, depth: 3, pruning: "alpha-beta", extensions: true }, summary: "" });
  expect([summary("gomoku"), summary("chess")].map((text) => /，(.{2}延伸)/.exec(text)?.[1])).toEqual(["冲四延伸", "将军延伸"].map((text) => text));
  await speak("en");
});

test("a round number of a hundred million is written in Chinese units", async () => {
  expect(count(100_000_000)).toBe("100,000,000");
  await speak("zh");
  expect([count(100_000_000), count(150_000_000), count(123_456_789), count(1_000_000)]).toEqual(["1 亿", "1.5 亿", "123,456,789", "1,000,000"]);
  await speak("en");
});
