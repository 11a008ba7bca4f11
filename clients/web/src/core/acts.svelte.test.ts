import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acts, SLOW_MS } from "./acts.svelte";

acts.start();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an action is shown from the press to the answer, and its button is pressed once", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  let answer: () => void = () => undefined;
  const sent = vi.fn(() => new Promise<void>((go) => (answer = go)));
  button.onclick = () => void acts.run({ what: "offer", match: "m", offer: "draw" }, sent);
  button.click();
  button.click();
  expect(sent).toHaveBeenCalledTimes(1);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(acts.waiting.map(({ offer, slow }) => [offer, slow])).toEqual([["draw", false]]);
  vi.advanceTimersByTime(SLOW_MS);
  expect(acts.waiting.map(({ slow }) => slow)).toEqual([true]);
  answer();
  await vi.runAllTimersAsync();
  expect(acts.waiting).toEqual([]);
  expect(button.hasAttribute("aria-busy")).toBe(false);
});

test("an effect that sends a request does not run again for it", () => {
  let ran = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      ran += 1;
      void acts.run({ what: "load", quiet: true }, () => Promise.resolve());
    });
  });
  flushSync();
  stop();
  expect(ran).toBe(1);
});
