import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../core/api";
import { pairRow, report } from "../wire.samples";
import type { BotView } from "../wire";
import { closedTo, duel, gauntlet, standing } from "./duel";
import { grouped, meant } from "./groups";
import { changes, latest, mine } from "./mine.svelte";

beforeEach(() => {
  localStorage.clear();
  for (const { game, name } of mine.bots) mine.drop(game, name);
});

const config = { name: "mine", game: "g", depth: 3 };
const bot = (name: string, more: Partial<BotView> = {}) => ({ name, game: "g", level: 1, ...more }) as BotView;

test("a saved bot has a version for each change of its settings, and stays in the browser", () => {
  mine.keep(config, 1);
  mine.keep({ ...config }, 2);
  mine.keep({ ...config, depth: 5 }, 3);
  mine.keep({ ...config, game: "other" }, 4);
  expect(mine.bots.map(({ game, versions }) => [game, versions.map(({ at }) => at)])).toEqual([["other", [4]], ["g", [1, 3]]]);
  expect(changes(config, { ...config, depth: 5, book: true })).toEqual(["book", "depth"]);
  mine.duelled("g", "mine", "t");
  expect(latest(mine.find("g", "mine") as never).duel).toBe("t");
  expect(JSON.parse(localStorage.getItem("minimax-arena.bots") ?? "")).toHaveLength(2);
  mine.drop("g", "mine");
  expect(mine.find("g", "mine")).toBeUndefined();
});

test("a duel is a gauntlet against each bot of the game, or the server's reason", async () => {
  const ladder = [bot("weak"), bot("engine", { engine: true }), bot("elsewhere", { game: "h" }), bot("mine")];
  expect(gauntlet(config, ladder, "d")).toMatchObject({ format: "gauntlet", game: "g", entrants: [{ name: "mine", depth: 3 }, { bot: "weak" }] });
  vi.spyOn(api, "composeTournament").mockResolvedValue({ toml: "x" } as never);
  vi.spyOn(api, "startDescribed").mockResolvedValue({ id: "t" } as never);
  expect(await duel(config, ladder, "d", false)).toBe("t");
  vi.spyOn(api, "composeTournament").mockResolvedValue({ toml: "x", cost: { may: false, refusal: { status: 429, code: "budget", message: "no time left" } } } as never);
  await expect(duel(config, ladder, "d", false)).rejects.toThrow("no time left");
  vi.spyOn(api, "composable").mockResolvedValue({ may: false, refusal: { status: 403, code: "untranslated", message: "names only" } });
  expect(await closedTo(false)).toMatch(/names only/i);
  vi.spyOn(api, "composable").mockResolvedValue({ may: true });
  expect(await closedTo(false)).toBe("");
});

test("the standing counts the bots that were beaten over all matches", () => {
  const pairs = [pairRow({ a: "mine", b: "x", wins: 3, losses: 1 }), pairRow({ a: "y", b: "mine", wins: 3, losses: 1 }), pairRow({ a: "z", b: "mine" })];
  expect(standing(report({ name: "d", matches: 8, scheduled: 12, pairs }), "mine")).toEqual({ ahead: 1, met: 2, finished: false });
});

test("the builder shows the main options first, and leaves out those that change nothing in the game", () => {
  const view = (key: string) => ({ key, about: "", kind: "bool", alters_value: false }) as const;
  const switches = ["depth", "pruning", "ordering", "deepening", "symmetry", "quiescence", "new_one"].map(view);
  const keys = (game: string, values = {}) => grouped(game, switches, values).groups.map(([group, some]) => [group, some.map(({ key }) => key)]);
  expect(grouped("unknown", switches, {}).main.map(({ key }) => key)).toEqual(["depth", "pruning", "ordering"]);
  expect(keys("unknown")).toEqual([["memory", ["deepening", "symmetry"]], ["selective", ["quiescence"]], ["other", ["new_one"]]]);
  const [first] = Object.keys(import.meta.glob("../boards/*/index.ts")).map((path) => path.split("/")[2] ?? "").filter((game) => !meant(game, "quiescence"));
  expect(keys(first ?? "").some(([group]) => group === "selective")).toBe(false);
  expect(keys(first ?? "", { quiescence: true }).some(([group]) => group === "selective")).toBe(true);
});
