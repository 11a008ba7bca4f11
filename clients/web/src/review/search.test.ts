// @vitest-environment node
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../core/api";
import type { AnalysisAnswer } from "../wire";
import { played, type Played, type Question } from "./search";

vi.mock("../boards/registry", () => ({ boardOf: () => ({}), analysisOf: () => ({ depth: 4, exchanges: false }) }));
afterEach(() => vi.restoreAllMocks());

const question: Question = { game: "a-game", options: {}, moves: ["a", "b"] };
/** A match that is over after this many moves. */
function match(length: number, lines: Record<string, string[]>) {
  vi.spyOn(api, "position").mockImplementation(({ moves }) => Promise.resolve({ moves, over: moves?.length === length } as unknown as Played));
  return vi.spyOn(api, "analyse").mockImplementation(({ moves }) => Promise.resolve({ line: lines[(moves as string[]).join("")] ?? [] } as unknown as AnalysisAnswer));
}
async function all(line: string[]) {
  const found: string[] = [];
  for await (const { moves } of played(question, line)) found.push(moves.join(""));
  return found;
}

test("a line that the table cut off is continued until the match is over", async () => {
  const analyse = match(5, { abc: ["d"], abcd: ["e", "f"] });
  expect(await all(["c"])).toEqual(["ab", "abc", "abcd", "abcde"]);
  expect(analyse).toHaveBeenCalledTimes(2);
});

test("a whole line needs no further search, and one without a continuation ends", async () => {
  expect(match(4, {})).not.toHaveBeenCalled();
  expect(await all(["c", "d"])).toEqual(["ab", "abc", "abcd"]);
  match(9, {});
  expect(await all(["c"])).toEqual(["ab", "abc"]);
});
