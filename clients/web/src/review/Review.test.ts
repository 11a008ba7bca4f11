import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../boards/registry";
import { api } from "../core/api";
import { Refused } from "../core/link";
import { reduce } from "../core/reduce";
import { initialState } from "../core/state";
import { fromServer, MATCH } from "../wire.samples";
import type { AnalysisAnswer } from "../wire";
import Review from "./Review.svelte";

beforeEach(() => void (Element.prototype.scrollIntoView = vi.fn()));
afterEach(() => vi.restoreAllMocks());

/** A game with values in hundredths of a piece. */
const hundredths = Object.keys(import.meta.glob("../boards/*/index.ts")).map((path) => path.split("/")[2] ?? "").find((name) => boardOf(name).hundredths) ?? "";
const scale = { decided_beyond: 900, win: 1000 };
/** The value of each position for its mover: the first side gives a won position away with its second move. */
const VALUES = [990, -990, 990, 990];
const answer = (moves: readonly string[]) => {
  const ply = moves.length;
  return { side: ply % 2 === 0 ? "first" : "second", value: VALUES[ply], best: `best${ply}`, line: [`best${ply}`], root: [], scale, depth: 4, diagram: { kind: "grid" } } as unknown as AnalysisAnswer;
};

function shown(ours?: "first" | "second", game?: string) {
  const message = fromServer["snapshot-live"];
  if (message?.type !== "snapshot") throw new Error("the sample is a snapshot");
  const state = { ...message.state, ...(game ? { game } : {}), status: "finished" as const, verdict: { outcome: "second" as const, by: "resignation" as const }, ply: 3, moves: ["b2", "a3", "c3"], thoughts: [] };
  const followed = reduce(initialState(), { kind: "message", message: { ...message, state }, now: 0 }).matches[MATCH];
  if (!followed) throw new Error("the match is followed");
  const onview = vi.fn();
  render(Review, { followed, view: 3, names: { first: "Ann", second: "Bob" }, sides: ["X", "O"] as const, ours, wanted: 1, retries: 0, board: undefined, aside: undefined, onview });
  return onview;
}

test("the review begins at once and shows the first move that changed the result on the board", async () => {
  vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve(answer(moves as string[])));
  const onview = shown();
  await screen.findByText("from won to lost");
  expect(screen.getByText("Ann: 2. c3")).toBeTruthy();
  await vi.waitFor(() => expect(onview).toHaveBeenCalledWith(3));
});

test("a mistake is named only to the reader who made it", async () => {
  vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve(answer(moves as string[])));
  shown("first");
  await screen.findByText("You missed a win here.");
  cleanup();
  shown("second");
  await screen.findByText("from won to lost");
  expect(screen.queryByText("You missed a win here.")).toBeNull();
});

test("a draw is called one only if the search reached the end of the game", async () => {
  for (const [stopped, text] of [[false, "from a draw to lost"], [true, "from undecided to lost"]] as const) {
    vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve({ ...answer(moves as string[]), ...(moves?.length === 2 ? { value: 0, stopped } : {}) }));
    shown();
    await screen.findByText(text);
    cleanup();
  }
});

test("a review that the server refuses for now says so, and goes on where it was", async () => {
  const busy = new Refused({ status: 429, code: "too_many_requests", message: "too many analyses", retry_after_ms: 60_000 });
  const analyse = vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve(answer(moves as string[])));
  analyse.mockImplementationOnce(({ moves }) => Promise.resolve(answer(moves as string[]))).mockRejectedValueOnce(busy);
  shown();
  expect((await screen.findByRole("alert")).textContent).toContain("Too many analyses");
  expect(analyse).toHaveBeenCalledTimes(2);
  await fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  await screen.findByText("from won to lost");
  expect(screen.queryByRole("alert")).toBeNull();
  // The position of the first answer is not searched again.
  await vi.waitFor(() => expect(analyse).toHaveBeenCalledTimes(5));
});

test("a lead is no win, and a resignation before a lost position decided the match", async () => {
  const values = [20, 10, 0, 260];
  vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve({ ...answer(moves as string[]), value: values[moves?.length ?? 0] ?? 0 }));
  shown("first", hundredths);
  await screen.findByText("from equal to worse");
  expect(screen.getByText(/resigned\. That decided the match/)).toBeTruthy();
  cleanup();
  vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve(answer(moves as string[])));
  shown();
  await screen.findByText("from won to lost");
  expect(screen.queryByText(/That decided the match/)).toBeNull();
});
