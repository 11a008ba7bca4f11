import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { store } from "../core/stored";
import { resultsOf } from "./others";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("an answer is reported until it was counted once", async () => {
  const methods: (string | undefined)[] = [];
  let up = false;
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) => {
    methods.push(method);
    return Promise.resolve(up ? new Response('{"answers":1,"right":1}') : new Response("", { status: 503 }));
  });
  store("token", "t");
  expect(await resultsOf(20_000, true)).toBeUndefined();
  up = true;
  for (const day of [20_000, 20_000, 20_001]) expect(await resultsOf(day, true)).toEqual({ answers: 1, right: 1 });
  expect(methods).toEqual(["POST", "POST", undefined, "POST"]);
});
