import { render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";
import { entrantRow, pairRow, report } from "../wire.samples";
import { cut, fieldText, ratingText, sorted, times, type Column } from "./figures";
import { Meetings, rgb, share, tint, told } from "./meetings";
import { router } from "../core/router.svelte";
import { shortName } from "../core/state";
import Conditions from "./Conditions.svelte";
import Pairs from "./Pairs.svelte";
import Results from "./Results.svelte";
import Standings from "./Standings.svelte";

vi.stubGlobal("ResizeObserver", class {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
});
vi.stubGlobal("matchMedia", () => ({ addEventListener: vi.fn(), removeEventListener: vi.fn() }));

const tally = { wins: 3, draws: 0, losses: 1 };
const field = (n: number) => Array.from({ length: n }, (_, i) => entrantRow({ name: `bot-${i}`, rank: i + 1, played: 4, points: n - i, nodes_per_move: i * 10 }));
const table = (n: number) => report({ name: "n", game: "a-game", format: "round-robin", matches: 4, entrants: field(n), pairs: [pairRow({ a: "bot-0", b: "bot-1", ...tally, superiority: 0.9 }), pairRow({ a: "bot-0", b: "bot-2", superiority: 0.7 })] });
const pair = (a: string, b: string) => `/pair/${a}/${b}`;
const found = (name: string, result: string) => `/found/${name}/${result}`;

test("a missing figure is replaced by its bound or reason", () => {
  const row = (change: object) => entrantRow({ name: "a", ...change });
  expect(ratingText(row({ rating: -12.4 }))).toBe("−12");
  expect(ratingText(row({ rating: null, rating_bound: { at_least: 240.2 } }))).toBe("≥ +240");
  expect(ratingText(row({ rating: null }))).toBe("–");
  expect(fieldText(row({ elo: null, elo_bound: -310, elo_note: "all lost" }))).toBe("≤ −310");
  expect([times(0.0521), times(3.14159), times(1234.5)]).toEqual(["×0.052", "×3.14", "×1,235"]);
  expect(shortName(row({ label: "d3" }))).toBe("d3");
  expect([cut("depth=3 ties=first", 9), cut("short", 9)]).toEqual(["dept…irst", "short"]);
});

test("rows are sorted in both directions, and those without a figure stay last", () => {
  const column: Column<{ n: number | null }> = { key: "n", title: "n", about: "", of: (row) => row.n, text: String };
  const rows = [{ n: 2 }, { n: null }, { n: 10 }];
  expect(sorted(rows, column, true).map(({ n }) => n)).toEqual([10, 2, null]);
  expect(sorted(rows, column, false).map(({ n }) => n)).toEqual([2, 10, null]);
  expect(sorted(rows, undefined, true)).toBe(rows);
});

test("a meeting is shown from its row's side, in words, share and colour", () => {
  const meetings = new Meetings(table(3));
  expect(share(meetings.of("bot-0", "bot-1"), "results")).toBe(0.75);
  expect(share(meetings.of("bot-1", "bot-0"), "results")).toBe(0.25);
  expect(share(meetings.of("bot-1", "bot-0"), "superiority")).toBeCloseTo(0.1);
  expect(share(meetings.of("bot-0", "bot-2"), "results")).toBeUndefined();
  expect(told("bot-1", "bot-0", meetings.of("bot-1", "bot-0"))).toBe("bot-1 against bot-0: 1-0-3, 25%; stronger with 10.0%");
  expect(told("bot-0", "bot-2", meetings.of("bot-0", "bot-2"))).toContain("have not met");
  const [low, even, high] = [rgb("rgb(200, 0, 0)"), rgb("rgb(0, 0, 0)"), rgb("rgb(0 0 200)")];
  expect([0, 0.5, 0.75].map((at) => tint(at, low, even, high))).toEqual(["rgb(200 0 0)", "rgb(0 0 0)", "rgb(0 0 100)"]);
});

test("a column sorts by its header, descending first, and announces it", async () => {
  render(Standings, { table: table(3), found });
  const names = () => within(screen.getByRole("table")).getAllByRole("rowheader").map((cell) => cell.textContent.replace(/^\d+/, ""));
  expect(names()).toEqual(["bot-0", "bot-1", "bot-2"]);
  const header = screen.getByRole("columnheader", { name: /Nodes/ });
  within(header).getByRole("button").click();
  await Promise.resolve();
  expect(names()).toEqual(["bot-2", "bot-1", "bot-0"]);
  expect(header.getAttribute("aria-sort")).toBe("descending");
});

test("the wins, draws and losses of an entrant lead to these matches", () => {
  const [first, second] = table(2).entrants;
  if (!first || !second) throw new Error("the table has two entrants");
  render(Standings, { table: report({ ...table(2), entrants: [{ ...first, wins: 1, draws: 0, losses: 1200 }, second] }), found });
  const row = within(screen.getByRole("row", { name: /bot-0/ }));
  expect(row.getByRole("link", { name: "1: Won by bot-0" }).getAttribute("href")).toBe("/found/bot-0/won");
  expect(row.getByRole("link", { name: "1,200: Lost by bot-0" }).getAttribute("href")).toBe("/found/bot-0/lost");
  expect(row.queryByRole("link", { name: /Drawn/ })).toBeNull();
});

test("a few entrants are a table with links and dots, many a map with a link to each pair", async () => {
  const { container, unmount } = render(Pairs, { table: table(3), pair, chosen: { a: "", b: "" } });
  expect([...container.querySelectorAll("td a")].map((link) => link.getAttribute("href"))).toEqual(["/pair/bot-0/bot-1", "/pair/bot-1/bot-0"]);
  unmount();
  render(Pairs, { table: table(13), pair, chosen: { a: "bot-0", b: "bot-1" } });
  expect(screen.getByRole("application", { name: /13 entrants/ })).toBeTruthy();
  expect(screen.getByText("bot-0 against bot-1: 3-0-1, 75%; stronger with 90.0%")).toBeTruthy();
  expect(await within(screen.getByLabelText("Row")).findAllByRole("option")).toHaveLength(13);
});

test("results of a tournament for entry are statistics without ranks, because the ranking is elsewhere", () => {
  const heads = () => within(screen.getByRole("table")).getAllByRole("rowheader").map((cell) => cell.textContent);
  const { unmount } = render(Standings, { table: table(2), found });
  expect(heads()).toEqual(["1bot-0", "2bot-1"]);
  unmount();
  render(Standings, { table: table(2), found, entered: "league" });
  expect(screen.getByRole("heading", { name: "Statistics" })).toBeTruthy();
  expect(screen.getByText(/those of earlier seasons too/)).toBeTruthy();
  expect(heads()).toEqual(["bot-0", "bot-1"]);
});

test("the section in the address is scrolled to the top once it is rendered, until the reader scrolls", async () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function () {
    shown.push(this.id);
  };
  const matches = createRawSnippet(() => ({ render: () => '<section id="pair"></section>' }));
  const props = { table: table(3), pair, chosen: { a: "", b: "", result: "" }, found, matches };
  const wholly = () => vi.waitFor(() => expect(document.getElementById("conditions")).not.toBeNull());

  router.go("/tournaments/1#endings");
  const first = render(Results, props);
  await wholly();
  expect([...new Set(shown)]).toEqual(["endings"]);
  shown.length = 0;
  router.go("/tournaments/1?a=bot-0&b=bot-1#pair");
  await first.rerender({ chosen: { a: "bot-0", b: "bot-1", result: "" } });
  expect([...new Set(shown)]).toEqual(["pair"]);
  first.unmount();

  shown.length = 0;
  router.go("/tournaments/1#conditions");
  render(Results, props);
  window.dispatchEvent(new Event("wheel"));
  await wholly();
  expect(shown).toEqual([]);
});

test("a league, whose pairings depend on who is present, is not reproducible", () => {
  const { rerender } = render(Conditions, { table: report({ name: "t", format: "round-robin", reproducible: true }) });
  const value = () => screen.getByText("Reproducible").nextElementSibling?.textContent;
  expect(value()).toMatch(/^yes/);
  void rerender({ table: report({ name: "t", format: "league", reproducible: true }) });
  return vi.waitFor(() => expect(value()).toMatch(/^no/));
});

test("a narrow table of a gauntlet shows the score and the number of matches instead of points", () => {
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(128 + 3 * 60);
  const titles = (format: "round-robin" | "gauntlet") => {
    const { unmount } = render(Standings, { table: report({ ...table(3), format, entrants: table(3).entrants.map((row) => ({ ...row, rating: 0 })) }), found });
    const shown = screen.getAllByRole("columnheader").map((it) => it.textContent?.trim());
    unmount();
    return shown.slice(1, -1);
  };
  expect(titles("round-robin")).toEqual(["Points", "Score", "Rating"]);
  expect(titles("gauntlet")).toEqual(["Games", "Score", "Rating"]);
  width.mockRestore();
});
