import { expect, test } from "vitest";
import { milliseconds, percent } from "./format";

test("a share that is not nothing is not 0%", () => {
  expect([percent(0), percent(0.0001), percent(0.083), percent(0.004, 0), percent(1, 0)]).toEqual(["0.0%", "<0.1%", "8.3%", "<1%", "100%"]);
});

test("a duration stays on one line, and none is 0 milliseconds beside microseconds", () => {
  expect([0, 0.0005, 0.004, 12.4, 1500].map(milliseconds)).toEqual(["<1\u00a0ms", "<1\u00a0µs", "4\u00a0µs", "12\u00a0ms", "1.5\u00a0s"]);
});
