// Each word in which the server says something has a text of the page, by the types that the server generates: in English the
// sentence beside it, which the server makes of the same.

import { describe, expect, test } from "vitest";
import type { FileProblem, TournamentFailure, ValueProblem } from "../wire";
import caution from "../wire/Caution.ts?raw";
import fileFault from "../wire/FileFault.ts?raw";
import positionFault from "../wire/PositionFault.ts?raw";
import reason from "../wire/Reason.ts?raw";
import failure from "../wire/TournamentFailure.ts?raw";
import valueProblem from "../wire/ValueProblem.ts?raw";
import { CAUTIONS } from "../results/terms.zh";
import { FAILED } from "./failure.zh";
import { FAULTS as FILE } from "./fileFault.zh";
import { speak } from "./language.svelte";
import { FAULTS as POSITION } from "./positionFault.zh";
import { WRONG } from "./problem.zh";
import { failedBy, wrongWith } from "./told";
import { EXACTLY } from "./told.zh";

/** What the type's tag may be. */
const words = (type: string, tag: string) => [...type.matchAll(new RegExp(`"${tag}": "(\\w+)"`, "g"))].map(([, word]) => word ?? "");

describe("each word of the server has a text", () => {
  test.each([
    ["an error", reason, "reason", EXACTLY],
    ["a value", valueProblem, "wrong", WRONG],
    ["a position", positionFault, "fault", POSITION],
    ["a file", fileFault, "fault", FILE],
    ["a tournament that failed", failure, "failure", FAILED],
    ["a report", caution, "caution", CAUTIONS],
  ])("of %s", (_, type, tag, texts) => {
    const known = words(type, tag).filter((word) => word !== "other");
    expect(known.length).toBeGreaterThan(5);
    expect(Object.keys(texts).sort()).toEqual(known.sort());
  });
});

const outside: ValueProblem = { wrong: "outside", given: "0", least: "1", most: "250" };
const inGrid: Pick<FileProblem, "problem" | "what"> = {
  problem: "depth: 0 is outside 1 to 250",
  what: { wrong: "file", fault: { fault: "in_grid", inner: "depth", problem: outside } },
};
const ranks: ValueProblem = { wrong: "position", game: "a-game", fault: { fault: "ranks", given: 7 } };
const blocked: TournamentFailure = { failure: "plan", problem: { wrong: "file", fault: { fault: "memory", name: "a", table_mb: 64, needed_mb: 2048, most_mb: 512 } } };

test("it is said with its values, one within another too, and what only English has words for as it is", async () => {
  expect(wrongWith(inGrid.problem, inGrid.what)).toBe(inGrid.problem);
  await speak("zh");
  expect(wrongWith(inGrid.problem, inGrid.what)).toBe("depth：0 不在 1 到 250 之间。");
  expect(wrongWith("7 ranks", ranks)).toBe("用 / 分开的横排有 7 个，应为 8 个。");
  expect(failedBy("a: table_mb is 64", blocked)).toMatch(/^这台服务器不能继续它：a 的 table_mb 为 64，.*2,048 MiB/);
  expect(wrongWith("an engine died", { wrong: "other", sentence: "an engine died" })).toBe("an engine died");
  const newer = { wrong: "toString" } as unknown as ValueProblem;
  expect(wrongWith("of a newer server", newer)).toBe("of a newer server");
  expect(failedBy("it failed", { failure: "newer" } as unknown as TournamentFailure)).toBe("it failed");
  await speak("en");
});
