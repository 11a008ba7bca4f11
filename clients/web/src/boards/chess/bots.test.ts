import { expect, test } from "vitest";
import { botName, botTitle, spokenSummary } from "../../core/games";
import { speak } from "../../core/language.svelte";
import { shownName } from "../../core/state";

test("the server's bots have Chinese names, and other names stay as they are", async () => {
  expect([botName("chess-casual"), botTitle("chess-casual")]).toEqual(["chess-casual", "chess-casual"]);
  await speak("zh");
  expect([botName("chess-casual"), botTitle("chess-casual"), shownName("chess-strong")]).toEqual(["业余", "业余（chess-casual）", "强手"]);
  for (const name of ["my-casual", "chess-mine", "chess-casual depth=3", "casual"]) expect(botName(name)).toBe(name);
  // A guest may have the name of a bot.
  expect(shownName("chess-casual (guest)")).not.toContain("业余");
  await speak("en");
});

test("the search extension is that of checks", async () => {
  await speak("zh");
  expect(spokenSummary({ spec: { game: "chess", depth: 3, pruning: "alpha-beta", extensions: true }, summary: "" })).toContain("将军延伸");
  await speak("en");
});
