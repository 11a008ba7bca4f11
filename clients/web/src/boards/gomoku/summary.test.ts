import { expect, test } from "vitest";
import { spokenSummary } from "../../core/games";
import { speak } from "../../core/language.svelte";

test("the search extension is that of fours", async () => {
  await speak("zh");
  expect(spokenSummary({ spec: { game: "gomoku", depth: 3, pruning: "alpha-beta", extensions: true }, summary: "" })).toContain("冲四延伸");
  await speak("en");
});
