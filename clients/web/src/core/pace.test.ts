import { expect, test } from "vitest";
import { timeLeft } from "./pace";

test("the time left follows from the pace since the first look", () => {
  const first = { done: 10, at: 1000 };
  expect(timeLeft(first, { done: 20, at: 12_000 }, 100)).toBe(88_000);
  expect(timeLeft(first, { done: 30, at: 6000 }, 100)).toBe(17_500);
  expect(timeLeft(first, { done: 29, at: 6000 }, 100)).toBeUndefined();
  expect(timeLeft(first, { done: 12, at: 6000 }, 100)).toBeUndefined();
  expect(timeLeft(undefined, { done: 20, at: 6000 }, 100)).toBeUndefined();
  expect(timeLeft(first, { done: 100, at: 6000 }, 100)).toBeUndefined();
});
