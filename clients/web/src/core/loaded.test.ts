import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Loaded } from "./loaded.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a failed load shows the error and retries until it succeeds", async () => {
  let failures = 2;
  const list = new Loaded(() => (failures-- > 0 ? Promise.reject(new Error("nobody there")) : Promise.resolve([1])));
  await list.load();
  expect([list.value, list.problem]).toEqual([undefined, "nobody there"]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(list.problem).toBe("nobody there");
  await vi.advanceTimersByTimeAsync(3000);
  expect([list.value, list.problem]).toEqual([[1], ""]);
});

test("a slow answer to an older request does not replace a newer one", async () => {
  const answers: ((value: number) => void)[] = [];
  const list = new Loaded(() => new Promise<number>((resolve) => answers.push(resolve)));
  void list.load();
  void list.load();
  answers[1]?.(2);
  await vi.advanceTimersByTimeAsync(0);
  answers[0]?.(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(list.value).toBe(2);
});
