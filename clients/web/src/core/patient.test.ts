import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "./link";
import { againAfter, patient } from "./patient";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = (retry_after_ms?: number) => new Refused({ status: 429, code: "too_many_requests", message: "too much at a time", ...(retry_after_ms === undefined ? {} : { retry_after_ms }) });

test("a request refused for a moment is repeated at the time that the arena gave", async () => {
  const ask = vi.fn().mockRejectedValueOnce(refused(900)).mockRejectedValueOnce(refused(1)).mockResolvedValue("there");
  const answer = patient<string>(ask);
  await vi.advanceTimersByTimeAsync(899);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(250);
  expect(await answer).toBe("there");
});

test("an error, a long delay or repeated refusals are reported", async () => {
  for (const [error, times] of [[refused(), 1], [refused(60_000), 1], [refused(1000), 6]] as const) {
    const ask = vi.fn().mockRejectedValue(error);
    const answer = expect(patient(ask)).rejects.toBe(error);
    await vi.advanceTimersByTimeAsync(10_000);
    await answer;
    expect(ask).toHaveBeenCalledTimes(times);
  }
});

test("a question without an answer is asked again, and a refused one is not", () => {
  const refused = (status: number, more: object = {}) => new Refused({ status, code: "x", message: "", ...more });
  expect([refused(0), refused(503), refused(429, { retry_after_ms: 700 }), refused(400), new Error("x")].map(againAfter)).toEqual([3000, 3000, 700, undefined, undefined]);
});
