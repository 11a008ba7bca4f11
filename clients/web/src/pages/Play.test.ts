import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { app } from "../core/app.svelte";
import Play from "./Play.svelte";

vi.mock("../core/api", async (original) => {
  const real = await original<typeof import("../core/api")>();
  const game = (name: string) => ({ name, title: `Title of ${name}`, about: "", sides: ["First", "Second"], options: [], evaluations: [] });
  const bots = ["a-game", "b-game"].flatMap((game) => ["weak", "strong"].map((how, level) => ({ name: `${game}-${how}`, game, about: "", summary: "", level: level + 1, spec: { game } })));
  return { ...real, api: { ...real.api, games: () => Promise.resolve([game("a-game"), game("b-game")]), roster: () => Promise.resolve({ bots, here: [] }) } };
});

/** Opens a part of the form by its name. */
const open = async (name: RegExp) => {
  const button = await screen.findByRole("button", { name });
  if (button.getAttribute("aria-expanded") === "false") await fireEvent.click(button);
};
const checked = () => screen.getAllByRole<HTMLInputElement>("radio").filter((radio) => radio.checked).map((radio) => radio.value);
const choose = (value: string) => fireEvent.click(screen.getAllByRole<HTMLInputElement>("radio").find((radio) => radio.value === value) as HTMLElement);

beforeEach(async () => {
  localStorage.clear();
  await app.gamesRead.load();
});

test("a new match begins with the game, bot, seat and clock of the last one", async () => {
  const parts = [/^Game: /, /^Opponent: /, "Details", /^Clock: /].map((name) => (typeof name === "string" ? new RegExp(`^${name}$`) : name));
  const { unmount } = render(Play);
  await open(/^Game: /);
  expect(checked()).toEqual(["a-game"]);
  for (const [i, value] of ["b-game", "b-game-strong", "second", "3+2"].entries()) {
    await open(parts[i] as RegExp);
    await choose(value);
  }
  unmount();
  render(Play);
  const found: string[] = [];
  for (const part of parts) {
    await open(part);
    found.push(...checked());
  }
  expect(found).toEqual(["b-game", "bot", "b-game-strong", "second", "3+2"]);
  expect(screen.getByRole("button", { name: "Game: Title of b-game" })).toBeTruthy();
});
