import { expect, test } from "vitest";
import { count } from "./format";
import { speak } from "./language.svelte";

test("a round number of a hundred million is written in Chinese units", async () => {
  expect(count(100_000_000)).toBe("100,000,000");
  await speak("zh");
  expect([count(100_000_000), count(150_000_000), count(123_456_789), count(1_000_000)]).toEqual(["1 亿", "1.5 亿", "123,456,789", "1,000,000"]);
  await speak("en");
});
