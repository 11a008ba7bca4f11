import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { fileName, secrets } from "./secrets.svelte";
import Secrets from "./Secrets.svelte";

test("codes stay until they are dismissed, even if a key is created meanwhile", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  // The test's browser has no layout.
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ top: innerHeight } as DOMRect);
  secrets.show({ kind: "codes", owner: "Ann", lines: ["one", "two"] });
  const { unmount } = render(Secrets);
  secrets.show({ kind: "bot", owner: "Rover", lines: ["k1"] });
  expect(await screen.findByRole("region", { name: "Key of the bot Rover" })).toBeTruthy();
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByRole("region", { name: "Key of the bot Rover" }));
  expect(screen.getByRole("region", { name: "Recovery codes of Ann" }).textContent).toContain("two");
  expect(screen.getByText(/ARENA_KEY=k1/)).toBeTruthy();
  await fireEvent.click(screen.getAllByRole("button", { name: "Copy" })[0] as HTMLElement);
  expect(writeText).toHaveBeenCalledWith("one\ntwo");
  // Open another view and return.
  unmount();
  render(Secrets);
  await fireEvent.click(screen.getAllByRole("button", { name: "Done" })[0] as HTMLElement);
  expect(screen.queryByRole("region", { name: "Recovery codes of Ann" })).toBeNull();
  expect(screen.getByRole("region", { name: "Key of the bot Rover" })).toBeTruthy();
  vi.unstubAllGlobals();
});

test("a file is named after its contents", () => {
  expect(fileName({ kind: "bot", owner: "My bot/2", lines: [] })).toBe("minimax-arena-bot-My-bot-2.txt");
});
