import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { api } from "../core/api";
import type { MatchRecord, TieRow } from "../wire";
import { entrantRow, pairRow, report } from "../wire.samples";
import { endedSo, findings, telling } from "./findings";
import { words } from "./findings.words";
import { scan, START } from "./scan";
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
const table = report({ name: "t", matches: 30, entrants, pairs });
const pair = (a: string, b: string) => `/pair/${a}/${b}`;
const record = (id: string, first: string, second: string, outcome: "first" | "second" | "draw", moves: number) =>
  ({ id, game: "a-game", options: {}, opening: {}, seats: [{ name: first }, { name: second }], seed: 1, moves: Array.from({ length: moves }, () => "a1"), nodes: [], verdict: { outcome, by: "rules" } }) as unknown as MatchRecord;

test("the findings name the winner, the margin, and who is not separated from it", () => {
  expect(findings(table)).toMatchObject({ winners: ["deep"], runnerUp: "middle", elo: 40, alike: [{ name: "middle", likelihood: 0.8 }], least: 0.8 });
  const clear = report({ ...table, pairs: pairs.map((row) => ({ ...row, superiority: 0.99 })) });
  expect(findings(clear)).toMatchObject({ alike: [], least: 0.99, compared: { count: 2, all: true } });
  const partly = report({ ...table, pairs: pairs.map((row) => ({ ...row, superiority: row.b === "random" ? null : 0.99 })) });
  const equal = report({ ...partly, entrants: entrants.map((row) => ({ ...row, rating: row.name === "random" ? null : 60 })), pairs: pairs.map((row) => ({ ...row, superiority: null })) });
  expect(findings(equal), "the two best have the same results").toMatchObject({ alike: [{ name: "middle", likelihood: 0.5 }], compared: { count: 1, all: false } });
  expect(findings(partly), "one lost everything").toMatchObject({ least: 0.99, compared: { count: 1, all: false } });
  expect(findings(report({ ...table, pairs: pairs.map((row) => ({ ...row, superiority: null })) }))?.least).toBeUndefined();
  expect(findings(report({ name: "t", entrants }))).toBeUndefined();
});

test("the verdict on a gauntlet is about the entrant that meets the others", () => {
  const rows = [
    entrantRow({ name: "master", rank: 1, played: 4, points: 3, score: 0.75, rating: 200 }),
    entrantRow({ name: "mine", rank: 2, played: 12, points: 7, score: 7 / 12, rating: 0 }),
    entrantRow({ name: "club", rank: 3, played: 4, points: 2, score: 0.5, rating: -10 }),
    entrantRow({ name: "random", rank: 4, played: 4, points: 0, score: 0, rating: null, rating_bound: { at_most: -300 } }),
  ];
  const duel = report({ name: "d", format: "gauntlet", matches: 12, entrants: rows, pairs: [
    pairRow({ a: "master", b: "mine", wins: 3, losses: 1, superiority: 0.99 }),
    pairRow({ a: "mine", b: "club", wins: 2, losses: 2, superiority: 0.5 }),
    pairRow({ a: "mine", b: "random", wins: 4, superiority: null }),
    pairRow({ a: "master", b: "club", superiority: 0.98 }),
  ] });
  expect(findings(duel)).toMatchObject({ winners: ["mine"], runnerUp: undefined, own: { ahead: 1, met: 3 }, alike: [{ name: "club", likelihood: 0.5 }] });
  expect(telling(duel).map(({ kind, winner, a, b }) => [kind, winner, winner === a ? b : a])).toEqual([["best", "mine", "master"], ["worst", "club", "mine"], ["close", "mine", "club"]]);
  render(Verdict, { tournament: "t", table: duel, underWay: true, pair });
  expect(screen.getByTestId("finding").textContent).toBe("mine has 7 points from 12 matches (58\u00a0%). Of 3 opponents, it outscored 1, is level with 1 and is behind 1: master (1–3). Not every difference is certain: club (likelihood that mine is stronger: 50\u00a0%). Certain means at least 97.5\u00a0% or at most 2.5\u00a0%. The likelihood against 1 other is unknown, because one side won everything.");
});

test("the verdict with no certain difference says so, and the most clearly lost comes first", () => {
  const rows = ["mine", "club", "master", "random"].map((name) => entrantRow({ name, rank: name === "mine" ? 2 : 1, played: name === "mine" ? 12 : 4, points: 5, score: 5 / 12, rating: 0 }));
  const duel = report({ name: "d", format: "gauntlet", matches: 12, entrants: rows, pairs: [
    pairRow({ a: "mine", b: "club", wins: 1, losses: 3, superiority: 0.3 }),
    pairRow({ a: "mine", b: "master", losses: 4, superiority: 0.1 }),
    pairRow({ a: "mine", b: "random", wins: 4, superiority: 0.9 }),
  ] });
  render(Verdict, { tournament: "t", table: duel, underWay: true, pair });
  expect(screen.getByTestId("finding").textContent).toContain("it outscored 1 and is behind 2: master (0–4) and club (1–3). No difference is certain: master (likelihood that mine is stronger: 10\u00a0%), club (30\u00a0%) and random (90\u00a0%).");
});

test("with two winners the verdict names the one that it compares, and does not compare the two", () => {
  const rows = [60, 60, 20].map((rating, i) => entrantRow({ name: ["casual", "perfect", "club"][i] ?? "", rank: i < 2 ? 1 : 3, played: 8, points: 4, score: 0.5, rating }));
  const two = (superiority: number) => report({ name: "t", matches: 12, entrants: rows, pairs: [
    pairRow({ a: "casual", b: "perfect", draws: 4, superiority: 0.5 }),
    pairRow({ a: "casual", b: "club", wins: 2, draws: 2, superiority }),
  ] });
  expect(findings(two(0.99))).toMatchObject({ alike: [], least: 0.99, compared: { count: 1, all: true } });
  render(Verdict, { tournament: "t", table: two(0.7), underWay: true, pair });
  expect(screen.getByTestId("finding").textContent).toContain("It is not certain that casual is stronger than club (likelihood 70\u00a0%)");
});

test("a knockout is won in its final, and the table of a Swiss tournament decides it", () => {
  const tie: TieRow = { a: "deep", b: "random", half_points: [3, 3], encounters: 3, winner: "random", by_seed: true };
  expect(findings(report({ ...table, knockout: [{ stage: "final", ties: [tie] }] }))).toMatchObject({ winners: ["random"], runnerUp: "deep", final: { halfPoints: [3, 3], bySeed: true } });
  const swiss = ["middle", "deep"].map((name, i) => ({ name, points: 9 - i, buchholz: 0, sonneborn_berger: 0, wins: 0, byes: 0 }));
  expect(findings(report({ ...table, swiss }))).toMatchObject({ winners: ["middle"], points: 9, runnerUp: "deep" });
});

test("a bye is named with the points that it gave", () => {
  const swiss = ["middle", "deep"].map((name, i) => ({ name, points: 9 - i, buchholz: 0, sonneborn_berger: 0, wins: 0, byes: 1 - i }));
  render(Verdict, { tournament: "t", table: report({ ...table, swiss }), underWay: true, pair });
  expect(screen.getByTestId("finding").textContent).toMatch(/^middle leads with 9 points from \d+ match(es)? and 1 bye/);
});

test("an entrant of a stopped tournament leads and has not won", () => {
  render(Verdict, { tournament: "t", table, underWay: false, stopped: true, pair });
  expect(screen.getByTestId("finding").textContent).toContain("leads with");
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
  const first = report({ name: "t", matches: 2, entrants: all, pairs: [pairRow({ a: "club", b: "random", wins: 2, draws: 0, losses: 0, superiority: null })] });
  expect(telling(first).map(({ kind, winner }) => [kind, winner])).toEqual([["decider", "club"]]);
});

test("between two entrants the telling matches are a win, a draw and a defeat of the winner", () => {
  const two = report({ name: "t", matches: 10, entrants: [entrants[0], entrants[1]].flatMap((row) => row ?? []), pairs: [pairRow({ a: "deep", b: "middle", wins: 4, draws: 3, losses: 3, superiority: 0.6 })] });
  expect(telling(two).map(({ kind, winner, times }) => [kind, winner, times])).toEqual([["win", "deep", 4], ["loss", "middle", 3], ["draw", undefined, 3]]);
  const even = report({ ...two, pairs: [pairRow({ a: "deep", b: "middle", wins: 0, draws: 400, losses: 0, superiority: 0.5 })] });
  expect(telling(even).map(({ kind, times }) => [kind, times])).toEqual([["draw", 400]]);
  expect([words.shortest(400, true), words.shortest(1, false)]).toEqual(["the shortest of 400 draws of the two", "the only such match"]);
});

test("the verdict is a few sentences with links to the shortest such match, or to the pair", async () => {
  const records = vi.spyOn(api, "records").mockImplementation((_, { a }) =>
    a === "random" ? Promise.resolve({ total: 3, records: [record("long", "random", "deep", "first", 9), record("short", "deep", "random", "second", 5), record("other", "deep", "random", "first", 5)] }) : Promise.reject(new Error("offline")));
  render(Verdict, { tournament: "t", table, underWay: false, pair });
  expect(screen.getByTestId("finding").textContent).toBe("deep won with 15 points from 20 matches (75\u00a0%), 40 Elo ahead of middle. It is not certain that deep is stronger than middle (likelihood 80\u00a0%); that would need 97.5\u00a0%.");
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
