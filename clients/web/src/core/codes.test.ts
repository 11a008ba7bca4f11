// Checks that each code of the server has a text on the page, by the generated types. The English text is the server's
// sentence.

import { describe, expect, test } from "vitest";
import type { FileProblem, TournamentFailure, ValueProblem } from "../wire";
import circumstance from "../wire/Circumstance.ts?raw";
import caution from "../wire/Caution.ts?raw";
import fileFault from "../wire/FileFault.ts?raw";
import positionFault from "../wire/PositionFault.ts?raw";
import reason from "../wire/Reason.ts?raw";
import failure from "../wire/TournamentFailure.ts?raw";
import valueProblem from "../wire/ValueProblem.ts?raw";
import { CIRCUMSTANCES } from "./circumstance.zh";
import { CAUTIONS } from "../results/terms.zh";
import { FAILED } from "./failure.zh";
import { FAULTS as FILE } from "./fileFault.zh";
import { speak } from "./language.svelte";
import { FAULTS as POSITION } from "./positionFault.zh";
import { WRONG } from "./problem.zh";
import { failedBy, refused, wrongWith } from "./told";
import { EXACTLY } from "./told.zh";
import { verdictHow, verdictSentence } from "./verdict";

/** Returns the possible values of the type's tag. */
const words = (type: string, tag: string) => [...type.matchAll(new RegExp(`"${tag}": "(\\w+)"`, "g"))].map(([, word]) => word ?? "");

describe("each code of the server has a text", () => {
  test.each([
    ["an error", reason, "reason", EXACTLY],
    ["a value", valueProblem, "wrong", WRONG],
    ["a position", positionFault, "fault", POSITION],
    ["a file", fileFault, "fault", FILE],
    ["a tournament that failed", failure, "failure", FAILED],
    ["a verdict", circumstance, "circumstance", CIRCUMSTANCES],
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

test("a text includes its values and nested texts, and quotes what exists only in English", async () => {
  expect(wrongWith(inGrid.problem, inGrid.what)).toBe(inGrid.problem);
  await speak("zh");
  expect(wrongWith(inGrid.problem, inGrid.what)).toBe("depth：0 不在 1 到 250 之间。");
  expect(wrongWith("7 ranks", ranks)).toBe("用 / 分开的横排有 7 个，应为 8 个。");
  expect(failedBy("a: table_mb is 64", blocked)).toMatch(/^服务器无法继续这项赛事：a 的 table_mb 为 64，.*2,048 MiB/);
  expect(wrongWith("an engine died", { wrong: "other", sentence: "an engine died" })).toBe("服务器的原话：“an engine died”");
  const newer = { wrong: "toString" } as unknown as ValueProblem;
  expect(wrongWith("of a newer server", newer)).toBe("服务器的原话：“of a newer server”");
  expect(failedBy("it failed", { failure: "newer" } as unknown as TournamentFailure)).toBe("赛事停了下来。服务器的原话：“it failed”");
  await speak("en");
});

test("a missing budget is described with its values and the time when there will be enough", async () => {
  const detail = { reason: "budget", scope: "address", needed_ms: 3000, left_ms: 500, budget_ms: 600_000 } as const;
  await speak("zh");
  expect(refused({ message: "in English", detail })).toMatch(/^它约需 3.*你的网络地址每天 10.*还剩不到 1 秒。$/);
  expect(refused({ message: "in English", detail: { ...detail, wait_ms: 7_200_000 } })).toMatch(/；2.*后再试。$/);
  await speak("en");
  expect(refused({ message: "in English", detail })).toBe("In English");
});

test("a verdict shows its circumstance, and quotes other players' and programs' words", async () => {
  const names = { first: "Ann", second: "Bob" };
  const verdict = { outcome: "draw", by: "timeout", detail: "the second side cannot win any more", circumstance: { circumstance: "cannot_win", side: "second" } } as const;
  expect(verdictSentence(verdict, names)).toBe("A clock ran out, and the match is drawn: the second side cannot win any more.");
  await speak("zh");
  expect(verdictSentence(verdict, names)).toBe("一方超时，对局判和：后手已不可能获胜。");
  expect(verdictHow({ outcome: "first", by: "rules", detail: "the first side gets 3", circumstance: { circumstance: "payoff", first: 3 } }, names)).toBe("Ann净胜 3。");
  expect(verdictSentence({ outcome: null, by: "aborted", detail: "unfair" }, names)).toBe("对局中止，不计成绩：unfair。");
  expect(verdictSentence({ outcome: "first", by: "crash", detail: "it said \"x\"", circumstance: { circumstance: "said", quoted: '"x"' } }, names)).toBe("Bob 崩溃：引擎报告：“x”。");
  await speak("en");
});

test("a TOML syntax error shows the found and the expected token", async () => {
  const fault = (rest: object): ValueProblem => ({ wrong: "file", fault: { fault: "syntax", sentence: "a comma is missing in a list: , is expected", ...rest } });
  await speak("zh");
  expect(wrongWith("…", fault({ what: "list_comma", expected: "," }))).toBe("不是合法的 TOML：列表里缺少逗号。这里应是 , 。");
  expect(wrongWith("…", fault({}))).toBe("不是合法的 TOML：服务器的原话：“a comma is missing in a list: , is expected”");
  expect(wrongWith("…", { wrong: "file", fault: { fault: "type", wanted: "whole number", least: 0, sentence: "…" } })).toBe("这里要不小于 0 的整数。");
  await speak("en");
});
