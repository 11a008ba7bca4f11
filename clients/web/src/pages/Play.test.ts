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

const checked = () => screen.getAllByRole<HTMLInputElement>("radio").filter((radio) => radio.checked).map((radio) => radio.value);
const choose = (value: string) => fireEvent.click(screen.getAllByRole<HTMLInputElement>("radio").find((radio) => radio.value === value) as HTMLElement);

beforeEach(async () => {
  localStorage.clear();
  await app.gamesRead.load();
});

test("a new match begins with the game, bot, seat and clock of the last one", async () => {
  const { unmount } = render(Play);
  await screen.findByRole("radio", { name: "Title of b-game" });
  expect(checked()).toContain("a-game");
  for (const value of ["b-game", "b-game-strong", "second", "3+2"]) await choose(value);
  unmount();
  render(Play);
  await screen.findByRole("radio", { name: "Title of b-game" });
  expect(checked()).toEqual(["b-game", "bot", "b-game-strong", "second", "3+2"]);
});
