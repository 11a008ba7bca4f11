import { render, screen, within } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import { formatWord, playedText, stateTag, tieScore, tieWinner, verdictOfTest } from "../core/tournaments";
import { phaseTag, phaseText } from "../enter/phase";
import type { Placing as Shown } from "../core/types";
import type { TestRow, TieRow } from "../wire";
import { allStages } from "./bracket";
import Placing from "./Placing.svelte";

vi.stubGlobal("ResizeObserver", class {
  observe = vi.fn();
  unobserve = vi.fn();
});

const tie = (change: Partial<TieRow> = {}): TieRow => ({
  a: "deep",
  b: "shallow",
  half_points: [7, 5],
  encounters: 3,
  winner: "deep",
  by_seed: false,
  ...change,
});
const pair = (a: string, b: string) => `/pair/${a}/${b}`;
const shown = (placing: Shown) => render(Placing, { placing, pair });

test("formats are named", () => {
  expect((["round-robin", "swiss", "match", "league"] as const).map(formatWord)).toEqual(["round robin", "Swiss tournament", "match of two", "league"]);
});

test("an endless tournament has no total number of matches, and a pause replaces the state of play", () => {
  expect([playedText("league", 49, 49), playedText("arena", 1, 1), playedText("swiss", 49, 49)]).toEqual(["49 matches", "1 match", "49 of 49 matches"]);
  expect([phaseText("playing", true), phaseText("playing", false), phaseText("closing", true)]).toEqual(["paused", "being played", "last matches"]);
  expect([stateTag.running, stateTag.paused]).toEqual(["live", ""]);
  expect([phaseTag("registering"), phaseTag("playing"), phaseTag("playing", true), phaseTag("closing")]).toEqual(["open", "live", "", ""]);
});

test("a tie shows its points and the winner", () => {
  expect(tieScore(tie())).toBe("3½–2½");
  expect(tieScore(tie({ half_points: [0, 0], encounters: 0 }))).toBe("not begun");
  expect(tieWinner(tie(), false)).toBe("deep goes on");
  expect(tieWinner(tie({ by_seed: true }), true)).toBe("deep wins as the better seed after an even tie");
  expect(tieWinner(tie({ winner: null }), true)).toBe("undecided");
});

describe("the part of a format", () => {
  test("is empty in a round robin", () => {
    const { container } = shown({});
    expect(container.textContent?.trim()).toBe("");
  });

  test("is a table in a Swiss tournament, in its own order", () => {
    const row = { buchholz: 20.5, sonneborn_berger: 12.125, wins: 4, byes: 1 };
    shown({ swiss: [{ ...row, name: "ann", points: 6.5 }, { ...row, name: "ben", points: 6, byes: 0 }] });
    const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([["1ann", "6½", "20½", "12.13", "4", "1"], ["2ben", "6", "20½", "12.13", "4", "0"]]);
  });

  test("is a bracket in a knockout, with byes and the third-place match", () => {
    const bye = tie({ a: "best", b: null, half_points: [0, 0], encounters: 0, winner: "best" });
    const final = [tie({ a: "best", b: "deep", winner: null, half_points: [1, 1], encounters: 1 }), tie({ a: "third", b: "fourth", winner: "third" })];
    shown({ knockout: [{ stage: "semifinals", ties: [bye, tie()] }, { stage: "final", ties: final }] });
    const semifinals = screen.getByRole("group", { name: "semifinals" });
    expect(within(semifinals).getByText("no opponent")).toBeTruthy();
    expect(within(semifinals).getByText("deep goes on")).toBeTruthy();
    expect(within(semifinals).getByRole("link").getAttribute("href")).toBe("/pair/deep/shallow");
    const last = screen.getByRole("group", { name: "final" });
    expect(within(last).getByText("undecided")).toBeTruthy();
    expect(within(screen.getByRole("group", { name: "third place" })).getByText("third wins")).toBeTruthy();
  });

  test("has the stages to come, and names without the settings that all share", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const ties = [0, 2, 4, 6].map((i) => tie({ a: `depth=${names[i]}`, b: `depth=${names[i + 1]}`, winner: `depth=${names[i]}` }));
    expect(allStages([{ stage: "quarterfinals", ties }]).map(({ stage, ties }) => [stage, ties.length])).toEqual([["quarterfinals", 4], ["semifinals", 2], ["final", 1]]);
    const third = [tie(), tie({ a: "c", b: "d" })];
    expect(allStages([{ stage: "final", ties: third }]).map(({ ties }) => ties.length)).toEqual([1]);
    render(Placing, { placing: { knockout: [{ stage: "quarterfinals", ties }] }, pair, short: (name: string) => name.replace("depth=", "") });
    const first = screen.getByRole("group", { name: "quarterfinals" });
    expect([...first.querySelectorAll(".winner bdi")].map((name) => name.textContent)).toEqual(["a", "c", "e", "g"]);
    expect([...first.querySelectorAll(".score")].slice(0, 2).map((score) => score.textContent)).toEqual(["3½", "2½"]);
    expect(within(screen.getByRole("group", { name: "final" })).getByLabelText("entrants not known yet")).toBeTruthy();
  });

  test("is a curve with bounds that a ratio may have passed, in numbers with true minus signs", () => {
    const course = [{ encounters: 1, llr: 0.5 }, { encounters: 9, llr: 3 }];
    const row: TestRow = { entrant: "deep", hypotheses: "normalised Elo, 0 against 5", llr: 3, lower: -2.944439, upper: 2.944439, pentanomial: [1, 0, 4, 0, 0], counted: "encounters", judged: 5, left_out: 0, verdict: "h1", course };
    const { container } = shown({ test: row });
    expect(container.textContent).toContain("Log-likelihood ratio 3.00, bounds −2.94 and 2.94.");
    expect(screen.getByText("H0 at −2.94")).toBeTruthy();
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("its bounds −2.94 and 2.94");
  });

  test("is a verdict in a sequential test, or none yet", () => {
    const row: TestRow = { entrant: "deep", hypotheses: "normalised Elo, 0 against 5", llr: null, lower: -2.944439, upper: 2.944439, pentanomial: [1, 0, 4, 0, 0], counted: "encounters", judged: 5, left_out: 3, verdict: null };
    shown({ test: row });
    expect(screen.getByText("The test is still open.")).toBeTruthy();
    expect(screen.getByText(/not defined yet, bounds −2\.94/)).toBeTruthy();
    expect(screen.getByText(/5\s+encounters judged; 3 repetitions left out/)).toBeTruthy();
    expect(screen.queryByRole("img")).toBeNull();
    const course = [1, 2, 50].map((encounters) => ({ encounters, llr: encounters / 16 }));
    shown({ test: { ...row, llr: 3.125, course } });
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("over 50 encounters, between its bounds −2.94 and 2.94");
    expect(screen.getByRole("img").querySelector("polyline")?.getAttribute("points")?.split(" ")).toHaveLength(4);
    expect(verdictOfTest({ ...row, verdict: "h1" })).toContain("H1 is accepted");
    expect(verdictOfTest({ ...row, verdict: "h0" })).toContain("H0 is accepted");
  });
});
