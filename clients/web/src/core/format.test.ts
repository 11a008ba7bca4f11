import { expect, test } from "vitest";
import { milliseconds } from "./format";

test("a duration stays on one line, and none is 0 milliseconds beside microseconds", () => {
  expect([0, 0.0005, 0.004, 12.4, 1500].map(milliseconds)).toEqual(["<1\u00a0ms", "<1\u00a0µs", "4\u00a0µs", "12\u00a0ms", "1.5\u00a0s"]);
});
