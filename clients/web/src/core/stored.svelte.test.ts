import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beatenBots, noteBeaten } from "./beaten";
import { isSaved, readStored, store } from "./stored";

/** Replaces the browser's storage until the test ends. */
const storage = (replaced: Partial<Storage>) => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, ...replaced });
const refuse = (name: string) => () => {
  throw new DOMException("refused", name);
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  for (const key of ["token", "beaten", "theme"]) store(key, undefined);
});

test("a stored value is saved", () => {
  expect(store("token", "t")).toBe(true);
  expect([readStored("token"), localStorage.getItem("minimax-arena.token"), isSaved()]).toEqual(["t", "t", true]);
});

test("a value that full storage refuses lasts as long as the page, in place of the old one", () => {
  store("token", "old");
  storage({ getItem: () => "old", setItem: refuse("QuotaExceededError") });
  expect(store("token", "new")).toBe(false);
  expect([readStored("token"), isSaved()]).toEqual(["new", false]);
  vi.unstubAllGlobals();
  expect([store("token", "new"), readStored("token"), isSaved()]).toEqual([true, "new", true]);
});

test("blocked storage keeps what the page writes until it is closed", () => {
  storage({ getItem: refuse("SecurityError"), setItem: refuse("SecurityError"), removeItem: refuse("SecurityError") });
  // There is nothing to remove, so nothing is lost.
  expect([store("theme", undefined), isSaved()]).toEqual([true, true]);
  noteBeaten("g", "g-random");
  expect([beatenBots(), isSaved()]).toEqual([{ g: ["g-random"] }, false]);
});

test("a reader of the state is told when a value is refused", () => {
  const seen: boolean[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(isSaved()));
  });
  flushSync();
  storage({ setItem: refuse("QuotaExceededError") });
  store("token", "t");
  flushSync();
  stop();
  expect(seen).toEqual([true, false]);
});
