import { beforeEach, expect, test, vi } from "vitest";
import { account, api } from "../core/api";
import { Refused } from "../core/link";
import { pairRow, report } from "../wire.samples";
import type { BotView, SavedBotView } from "../wire";
import { duel, duelMatches, gauntlet, permission, standing } from "./duel";
import { grouped, meant } from "./groups";
import { changes, latest, mine, MOST_BOTS } from "./mine.svelte";

beforeEach(async () => {
  vi.restoreAllMocks();
  await mine.follow(undefined);
  for (const { game, name } of mine.bots) await mine.drop(game, name);
  localStorage.clear();
});

const config = { name: "mine", game: "g", depth: 3 };
const bot = (name: string, more: Partial<BotView> = {}) => ({ name, game: "g", level: 1, ...more }) as BotView;
const stored = () => JSON.parse(localStorage.getItem("minimax-arena.bots") ?? "[]") as SavedBotView[];

test("a guest's bot has a version for each change of its settings, and stays in the browser", async () => {
  await mine.keep(config, 1);
  await mine.keep({ ...config }, 2);
  await mine.keep({ ...config, depth: 5 }, 3);
  await mine.keep({ ...config, game: "other" }, 4);
  expect(mine.bots.map(({ game, versions }) => [game, versions.map(({ version, at_ms }) => [version, at_ms])])).toEqual([["other", [[1, 4]]], ["g", [[1, 1], [2, 3]]]]);
  expect(changes(config, { ...config, depth: 5, book: true })).toEqual(["book", "depth"]);
  await mine.duelled("g", "mine", "t");
  expect(latest(mine.find("g", "mine") as never).duel).toBe("t");
  expect([stored().length, mine.inAccount]).toEqual([2, false]);
  await mine.drop("g", "mine");
  expect(mine.find("g", "mine")).toBeUndefined();
});

test("a browser that has its most bots refuses another one, and removes none", async () => {
  for (let i = 0; i < MOST_BOTS; i += 1) await mine.keep({ ...config, name: `bot-${i}` }, i);
  await expect(mine.keep({ ...config, name: "one-more" }, 99)).rejects.toThrow(/at most 50 bots/);
  await mine.keep({ ...config, name: "bot-0", depth: 5 }, 100);
  expect([stored().length, stored().at(0)?.versions.length, mine.find("g", "bot-1")?.name]).toEqual([MOST_BOTS, 2, "bot-1"]);
});

test("what another tab has saved survives a duel and a removal here", async () => {
  await mine.keep(config, 1);
  await mine.keep({ ...config, name: "other" }, 1);
  const saved = stored();
  const elsewhere = (versions: number) => localStorage.setItem("minimax-arena.bots", JSON.stringify(saved.map((bot) => (bot.name === "mine" ? { ...bot, versions: Array.from({ length: versions }, (_, i) => ({ version: i + 1, at_ms: i, config: { ...config, depth: 3 + i } })) } : bot))));
  elsewhere(2);
  await mine.duelled("g", "mine", "t");
  expect(stored().find(({ name }) => name === "mine")?.versions.map(({ version, duel }) => [version, duel])).toEqual([[1, undefined], [2, "t"]]);
  elsewhere(3);
  await mine.drop("g", "other");
  expect(stored().map(({ name, versions }) => [name, versions.length])).toEqual([["mine", 3]]);
  // A tab that only looks on follows, too.
  elsewhere(4);
  window.dispatchEvent(new StorageEvent("storage", { key: "minimax-arena.bots" }));
  expect(latest(mine.find("g", "mine") as never).version).toBe(4);
});

test("the browser's bots move to the account of a claimed name, with their history", async () => {
  await mine.keep(config, 1);
  await mine.keep({ ...config, depth: 5 }, 2);
  await mine.keep({ ...config, name: "refused" }, 3);
  let saved: SavedBotView[] = [{ game: "h", name: "earlier", versions: [{ version: 4, at_ms: 0, config: {} }] }];
  vi.spyOn(account, "savedBots").mockResolvedValue(saved);
  const save = vi.spyOn(account, "saveBot").mockImplementation(({ game, name, versions }) => {
    if (name === "refused") return Promise.reject(new Refused({ status: 429, code: "untranslated", message: "too many" }));
    saved = [{ game, name, versions: versions.map(({ config, at_ms = 9, duel }, i) => ({ version: i + 1, at_ms, config: config as Record<string, unknown>, ...(duel ? { duel } : {}) })) }, ...saved.filter((other) => other.name !== name)];
    return Promise.resolve(saved);
  });
  await mine.follow("ann");
  expect(save).toHaveBeenCalledWith({ game: "g", name: "mine", versions: [{ at_ms: 1, config }, { at_ms: 2, config: { ...config, depth: 5 } }] });
  // A bot that the account refuses is still in the browser, and the reader learns why.
  expect([mine.bots.map(({ name }) => name), stored().map(({ name }) => name)]).toEqual([["mine", "earlier", "refused"], ["refused"]]);
  expect(mine.problem).toMatch(/too many/i);

  await mine.keep({ ...config, name: "new" });
  await mine.duelled("g", "new", "t");
  expect(save).toHaveBeenLastCalledWith({ game: "g", name: "new", versions: [{ config: { ...config, name: "new" }, duel: "t" }] });
  const drop = vi.spyOn(account, "deleteSavedBot").mockResolvedValue({ done: true });
  await mine.drop("h", "earlier");
  expect(drop).toHaveBeenCalledWith("h", "earlier");
  expect(stored().map(({ name }) => name)).toEqual(["refused"]);
  // After a logout only the browser's bots are left.
  await mine.follow(undefined);
  expect([mine.bots.map(({ name }) => name), mine.inAccount]).toEqual([["refused"], false]);
});

test("without an answer of the account, bots are kept in the browser", async () => {
  vi.spyOn(account, "savedBots").mockRejectedValue(new Error("offline"));
  await mine.follow("ann");
  await mine.keep(config);
  expect([mine.inAccount, stored().length]).toEqual([false, 1]);
  expect(mine.problem).not.toBe("");
});

test("a duel is a gauntlet against each bot of the game, or the server's reason", async () => {
  const ladder = [bot("weak"), bot("strong"), bot("engine", { engine: true }), bot("elsewhere", { game: "h" }), bot("mine")];
  expect(gauntlet(config, ladder)).toMatchObject({ name: "mine against all bots", format: "gauntlet", game: "g", entrants: [{ name: "mine", depth: 3 }, { bot: "weak" }, { bot: "strong" }] });
  expect(gauntlet(config, ladder)["openings"]).toEqual({ random_plies: 1, per: "encounter" });
  expect(duelMatches(config, ladder)).toBe(16);
  // Against a single bot there are more.
  expect(gauntlet(config, [bot("weak")])["name"]).toBe("mine – weak");
  expect(duelMatches(config, [bot("weak")])).toBe(40);
  vi.spyOn(api, "composeTournament").mockResolvedValue({ toml: "x" } as never);
  vi.spyOn(api, "startDescribed").mockResolvedValue({ id: "t" } as never);
  expect(await duel(config, ladder, false)).toBe("t");
  vi.spyOn(api, "composeTournament").mockResolvedValue({ toml: "x", cost: { may: false, refusal: { status: 429, code: "budget", message: "no time left" } } } as never);
  await expect(duel(config, ladder, false)).rejects.toThrow("no time left");
  // A duel with fewer rounds may be within the budget.
  const compose = vi.spyOn(api, "composeTournament").mockImplementation((body) => Promise.resolve({ toml: "x", cost: (body as { file: { rounds: number } }).file.rounds > 2 ? { may: false, refusal: { status: 429, code: "budget", message: "no time left" } } : { may: true } } as never));
  compose.mockClear();
  expect(await duel(config, ladder, false)).toBe("t");
  expect(compose).toHaveBeenCalledTimes(2);
  vi.spyOn(api, "composable").mockResolvedValue({ may: false, refusal: { status: 403, code: "untranslated", message: "names only" } });
  expect((await permission(false)).closed).toMatch(/names only/i);
  vi.spyOn(api, "composable").mockResolvedValue({ may: true, bounds: { guest: { left: 5, budget: 9 } } as never });
  expect(await permission(false)).toEqual({ closed: "", guest: { left: 5, budget: 9 } });
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
