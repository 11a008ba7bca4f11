import { afterEach, expect, test, vi } from "vitest";
import { ago } from "./format";
import { noteTime, serverNow } from "./serverTime.svelte";

afterEach(() => vi.restoreAllMocks());

test("ages are counted by the server's clock, also after the reader's clock was set", () => {
  const server = Date.parse("2026-11-28T12:00:00Z");
  const started = vi.spyOn(performance, "now").mockReturnValue(1000);
  vi.spyOn(Date, "now").mockReturnValue(server + 3 * 3_600_000);
  noteTime(undefined);
  expect(serverNow()).toBe(server + 3 * 3_600_000);
  noteTime("Sat, 28 Nov 2026 12:00:00 GMT");
  expect([serverNow(), ago(server - 60_000)]).toEqual([server, "1 min ago"]);
  started.mockReturnValue(61_000);
  vi.spyOn(Date, "now").mockReturnValue(0);
  expect([serverNow(), ago(server - 60_000)]).toEqual([server + 60_000, "2 min ago"]);
});

test("an answer from a cache does not turn the clock back", () => {
  const before = serverNow();
  noteTime("Sat, 28 Nov 2020 12:00:00 GMT");
  expect(serverNow()).toBeGreaterThanOrEqual(before);
});
