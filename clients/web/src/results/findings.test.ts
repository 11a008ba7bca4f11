import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { api } from "../core/api";
import type { Finding, MatchRecord } from "../wire";
import { entrantRow, pairRow, report } from "../wire.samples";
import { endedSo, telling } from "./findings";
import { words } from "./findings.words";
import { labelsOf } from "./labels";
import { scan, START } from "./scan";
import { zh } from "./terms.zh";
import Verdict from "./Verdict.svelte";

const entrants = [
  entrantRow({ name: "deep", rank: 1, played: 20, points: 15, score: 0.75, rating: 60 }),
  entrantRow({ name: "middle", rank: 2, played: 20, points: 12, score: 0.6, rating: 20 }),
  entrantRow({ name: "random", rank: 3, played: 20, points: 3, score: 0.15, rating: -300 }),
];
const pairs = [
  pairRow({ a: "deep", b: "middle", wins: 4, draws: 4, losses: 2, superiority: 0.8 }),
  pairRow({ a: "deep", b: "random", wins: 8, draws: 1, losses: 1, superiority: 0.99 }),
  pairRow({ a: "middle", b: "random", wins: 9, draws: 1, losses: 0, superiority: 0.99 }),
];
const first = (winner: string, second?: string): Finding => ({ finding: "first", winners: [winner], points: 15, matches: 20, byes: 0, under_way: false, ...(second ? { second } : {}) });
const table = report({ name: "t", matches: 30, entrants, pairs, verdict: ["deep is first."], findings: [first("deep", "middle")] });
const pair = (a: string, b: string) => `/pair/${a}/${b}`;
const record = (id: string, first: string, second: string, outcome: "first" | "second" | "draw", moves: number) =>
  ({ id, game: "a-game", options: {}, opening: {}, seats: [{ name: first }, { name: second }], seed: 1, moves: Array.from({ length: moves }, () => "a1"), nodes: [], verdict: { outcome, by: "rules" } }) as unknown as MatchRecord;

test("the telling matches of a gauntlet are of the entrant that meets the others", () => {
  const rows = [
    entrantRow({ name: "master", rank: 1, played: 4, points: 3, score: 0.75, rating: 200 }),
    entrantRow({ name: "mine", rank: 2, played: 12, points: 7, score: 7 / 12, rating: 0 }),
    entrantRow({ name: "club", rank: 3, played: 4, points: 2, score: 0.5, rating: -10 }),
    entrantRow({ name: "random", rank: 4, played: 4, points: 0, score: 0, rating: null, rating_bound: { at_most: -300 } }),
  ];
  const duel = report({ name: "d", format: "gauntlet", matches: 12, entrants: rows, findings: [{ finding: "challenger", name: "mine", points: 7, matches: 12, under_way: false, ahead: 1, level: 1, behind: 1, lost: [] }], pairs: [
    pairRow({ a: "master", b: "mine", wins: 3, losses: 1, superiority: 0.99 }),
    pairRow({ a: "mine", b: "club", wins: 2, losses: 2, superiority: 0.5 }),
    pairRow({ a: "mine", b: "random", wins: 4, superiority: null }),
    pairRow({ a: "master", b: "club", superiority: 0.98 }),
  ] });
  expect(telling(duel).map(({ kind, winner, a, b }) => [kind, winner, winner === a ? b : a])).toEqual([["best", "mine", "master"], ["worst", "club", "mine"], ["close", "mine", "club"]]);
});

test("the verdict is the server's sentences, and in Chinese it is made from their values", async () => {
  const given: [string, Finding][] = [
    ["deep is first …", { finding: "first", winners: ["deep"], points: 15, matches: 20, byes: 0, score: 0.75, under_way: false, second: "middle", elo: 40.4 }],
    ["No significant difference …", { finding: "insignificant", name: "deep", others: [{ name: "middle", likelihood: 0.8, bound: false }, { name: "random", likelihood: 0.9375, bound: true }], more: 2 }],
    ["Lost on time …", { finding: "on_time", shares: [{ name: "middle", against: "deep", late: 10, losses: 14, decisive: true }], more: 0 }],
  ];
  const both = report({ ...table, verdict: given.map(([sentence]) => sentence), findings: given.map(([, finding]) => finding) });
  render(Verdict, { tournament: "t", table: both, underWay: false, pair });
  expect(screen.getByTestId("finding").textContent).toBe("deep is first … No significant difference … Lost on time …");
  expect(given.map(([sentence, finding]) => zh.finding(sentence, finding))).toEqual([
    "deep 获得第一：20 局得 15 分（75.0%），比 middle 高 40 Elo。",
    "deep 与以下参赛者没有显著差异：middle（deep 更强的概率为 80.0%）、random（至少 93.8%）等 4 名；概率达到 97.5% 才算显著。",
    "超时负：middle 负于 deep 的 14 局中有 10 局，决定了双方的胜负。",
  ]);
  expect(zh.finding("…", { finding: "significant", name: "deep", least: 0.996, others: 1, sign_test: true, unknown: 0 })).toBe("deep 显著强于对手：概率不低于 99.6%（一方全胜时按符号检验）。");
  expect(zh.finding("…", { finding: "final", winner: "deep", second: "random", half_points: [6, 2], by_seed: false })).toBe("deep 夺冠：决赛以 3–1 战胜 random。");
  expect(zh.finding("…", { finding: "challenger", name: "mine", points: 7, matches: 12, score: 7 / 12, under_way: true, ahead: 1, level: 1, behind: 1, lost: [{ name: "master", half_points: [2, 6] }] })).toBe("mine 目前 12 局得 7 分（58.3%）。在 3 个对手中，得分高于 1 个，与 1 个持平，低于 1 个：master（1–3）。");
  expect(zh.finding("something new", { finding: "constructor" } as unknown as Finding)).toBe("something new");
});

test("the verdict names the entrants as the tables do, in both languages", () => {
  const long = (ordering: string) => `pruning=none ordering=${ordering}`;
  const rows = [entrantRow({ name: long("natural"), label: "natural", rank: 1 }), entrantRow({ name: `${long("natural")} book=b`, label: "natural book=b", rank: 2 }), entrantRow({ name: "one", rank: 3 })];
  const { inText, inValues } = labelsOf(rows);
  expect(inText(`${long("natural")} is first, ahead of ${long("natural")} book=b and one (by one point).`)).toBe("natural is first, ahead of natural book=b and one (by one point).");
  expect(inText(`${long("naturally")} is no entrant.`)).toBe(`${long("naturally")} is no entrant.`);
  expect(zh.finding("", inValues(first(long("natural"), `${long("natural")} book=b`)))).toMatch(/^natural 获得第一：.*领先于 natural book=b。$/);
  expect(inValues({ finding: "first", winners: ["first"] })).toEqual({ finding: "first", winners: ["first"] });
  render(Verdict, { tournament: "1", table: report({ ...table, entrants: [entrantRow({ name: "deep", label: "d" }), ...entrants.slice(1)] }), underWay: true, pair });
  expect(screen.getByTestId("finding").textContent).toBe("d is first.");
  expect(screen.getByText("d beat middle")).toBeTruthy();
});

test("the telling matches are an upset, the meeting of the best and a defeat of the winner, each once", () => {
  expect(telling(table)).toEqual([
    { kind: "surprise", a: "random", b: "deep", winner: "random", times: 1 },
    { kind: "decider", a: "deep", b: "middle", winner: "deep", times: 4 },
    { kind: "loss", a: "middle", b: "deep", winner: "middle", times: 2 },

  ]);
});

test("a win of an entrant that won everything is no surprise", () => {
  const all = [
    entrantRow({ name: "club", rank: 1, played: 2, points: 2, score: 1, rating: null, rating_bound: { at_least: -216 } }),
    entrantRow({ name: "random", rank: 2, played: 2, points: 0, score: 0, rating: null, rating_bound: { at_most: 216 } }),
    entrantRow({ name: "master", rank: 3, played: 0, points: 0, score: null, rating: null }),
  ];
  const won = report({ name: "t", matches: 2, entrants: all, findings: [first("club", "random")], pairs: [pairRow({ a: "club", b: "random", wins: 2, draws: 0, losses: 0, superiority: null })] });
  expect(telling(won).map(({ kind, winner }) => [kind, winner])).toEqual([["decider", "club"]]);
});

test("between two entrants the telling matches are a win, a draw and a defeat of the winner", () => {
  const two = report({ name: "t", matches: 10, findings: [first("deep", "middle")], entrants: [entrants[0], entrants[1]].flatMap((row) => row ?? []), pairs: [pairRow({ a: "deep", b: "middle", wins: 4, draws: 3, losses: 3, superiority: 0.6 })] });
  expect(telling(two).map(({ kind, winner, times }) => [kind, winner, times])).toEqual([["win", "deep", 4], ["loss", "middle", 3], ["draw", undefined, 3]]);
  const even = report({ ...two, pairs: [pairRow({ a: "deep", b: "middle", wins: 0, draws: 400, losses: 0, superiority: 0.5 })] });
  expect(telling(even).map(({ kind, times }) => [kind, times])).toEqual([["draw", 400]]);
  expect([words.shortest(400, true), words.shortest(1, false)]).toEqual(["the shortest of 400 draws of the two", "the only such match"]);
});

test("the verdict is a few sentences with links to the shortest such match, or to the pair", async () => {
  const records = vi.spyOn(api, "records").mockImplementation((_, { a }) =>
    a === "random" ? Promise.resolve({ total: 3, records: [record("long", "random", "deep", "first", 9), record("short", "deep", "random", "second", 5), record("other", "deep", "random", "first", 5)] }) : Promise.reject(new Error("offline")));
  render(Verdict, { tournament: "t", table, underWay: false, pair });
  expect(screen.getByTestId("finding").textContent).toBe("deep is first.");
  await vi.waitFor(() => expect(screen.getByRole("link", { name: "random beat deep" }).getAttribute("href")).toBe("/match/short"));
  expect(screen.getByRole("link", { name: "deep beat middle" }).getAttribute("href")).toBe("/pair/deep/middle");
  expect(records).toHaveBeenCalledTimes(3);
});

test("the verdict of a tournament under way has its place before the first result and names no match", () => {
  const records = vi.spyOn(api, "records").mockClear();
  const { container } = render(Verdict, { tournament: "t", table: report({ name: "t", entrants }), underWay: true, seen: true, pair });
  expect(screen.getByTestId("finding").textContent).toBe("No match has ended yet.");
  expect(container.querySelector(".telling")).not.toBeNull();
  expect(screen.queryByRole("heading", { name: "The most telling matches" })).toBeNull();
  expect(records).not.toHaveBeenCalled();
});

test("a list of matches filters by result over all opponents, page by page", async () => {
  const all: Record<string, MatchRecord[]> = {
    x: [record("1", "a", "x", "first", 5), record("2", "x", "a", "first", 5), record("3", "x", "a", "second", 5)],
    y: [record("4", "y", "a", "draw", 5), record("5", "a", "y", "first", 5)],
  };
  const read = ({ b, offset, limit }: { b: string; offset: number; limit: number }) => Promise.resolve({ records: (all[b] ?? []).slice(offset, offset + limit), total: all[b]?.length ?? 0 });
  const ids = async (wanted: "all" | "won" | "drawn" | "lost", page: number) => {
    const pages: string[][] = [];
    let at: typeof START | undefined = START;
    while (at) {
      const { records, next }: Awaited<ReturnType<typeof scan>> = await scan(read, "a", ["x", "y"], wanted, at, page);
      pages.push(records.map(({ id }) => id));
      at = next;
    }
    return pages;
  };
  expect(await ids("won", 2)).toEqual([["1", "3"], ["5"]]);
  expect(await ids("lost", 2)).toEqual([["2"]]);
  expect(await ids("all", 3)).toEqual([["1", "2", "3"], ["4", "5"]]);
  expect(endedSo(record("6", "a", "x", "draw", 1), "x", "drawn")).toBe(true);
});
