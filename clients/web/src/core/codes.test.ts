// Checks that each code of the server has a text on the page. The English text is the message of the server.

import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { Diagnostic } from "../wire";
import { speak, textsReady } from "./language.svelte";
import { DIAGNOSTICS } from "./diagnostics.zh";
import { refused, messageText } from "./told";
import { verdictHow, verdictSentence, verdictShort } from "./verdict";

test("each message of the server has a translation, and each translation a message", () => {
  const sources = readdirSync("../../src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".rs"));
  const code = (path: string) => readFileSync(`../../src/${path}`, "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const written = sources.flatMap((path) => [...code(path).matchAll(/diagnostic!\(\s*"(\w+)"/g)].map(([, found]) => found ?? ""));
  expect(written.length).toBeGreaterThan(100);
  expect(Object.keys(DIAGNOSTICS).sort()).toEqual([...new Set(written)].sort());
});

const inChinese = () => speak("zh").then(() => textsReady("core/diagnostics"));
const range: Diagnostic = { code: "range", args: { given: 0, least: 1, most: 250 }, message: "must be between 1 and 250, got 0" };
const inGrid: Diagnostic = { code: "in_field", args: { field: "depth", problem: range }, message: "depth: must be between 1 and 250, got 0" };
const ranks: Diagnostic = {
  code: "position",
  args: { game: "a-game", problem: { code: "rank_count", args: { given: 7 }, message: "there must be 8 ranks" } },
  message: "position of a-game: there must be 8 ranks",
};
const memory = { code: "match_memory", args: { name: "a", table_mb: 64, needed_mb: 2048, most_mb: 512 }, message: "a: …" };
const blocked: Diagnostic = { code: "tournament_plan", args: { problem: memory }, message: "a: …" };
const repeats = { code: "warning_repeats", args: { repeats: 18, matches: 20, tested: false }, message: "18 of 20 …" };
const sparse = { code: "warning_sparse", args: { entrants: ["Guest", "Ann"], more: 0 }, message: "few …" };

test("a text includes its values and nested texts, and quotes what exists only in English", async () => {
  expect(messageText(inGrid)).toBe(inGrid.message);
  await inChinese();
  expect(messageText(inGrid)).toBe("depth：0 不在 1 到 250 之间。");
  expect(messageText(ranks)).toBe("用 / 分开的横排有 7 个，应为 8 个。");
  expect(messageText(blocked)).toMatch(/^服务器无法继续这项赛事：a 的 table_mb 为 64，.*2,048 MiB/);
  expect(messageText({ code: "untranslated", message: "an engine died" })).toBe("服务器报告：“an engine died”");
  expect(messageText({ code: "toString", message: "of a newer server" })).toBe("服务器报告：“of a newer server”");
  expect(messageText(repeats)).toMatch(/^20 局中有 18 局与之前的对局完全相同/);
  expect(messageText(sparse)).toContain("访客、Ann");
  await speak("en");
});

test("a missing budget is described with its values and the time when there will be enough", async () => {
  const budget = { code: "budget", args: { scope: "address", needed_ms: 3000, left_ms: 500, budget_ms: 600_000, wait_ms: null }, message: "in English" };
  await inChinese();
  expect(refused(budget)).toMatch(/^赛事约需 3.*你的网络地址每天 10.*还剩不到 1 秒。请减少轮数或每步的结点数。$/);
  expect(refused({ ...budget, args: { ...budget.args, wait_ms: 7_200_000 } })).toMatch(/或 2.*后再试。$/);
  await speak("en");
  expect(refused(budget)).toBe("In English.");
});

test("a verdict shows its circumstance, and quotes other players' and programs' words", async () => {
  const names = { first: "Ann", second: "Bob" };
  const verdict = { outcome: "draw", by: "timeout", detail: "the second side cannot win any more", circumstance: { code: "end_cannot_win", args: { side: "second" }, message: "the second side cannot win any more" } } as const;
  expect(verdictSentence(verdict, names)).toBe("A clock ran out, and the match is drawn: the second side cannot win any more.");
  await inChinese();
  expect(verdictSentence(verdict, names)).toBe("一方超时，对局判和：后手已不可能获胜。");
  expect(verdictHow({ outcome: "first", by: "rules", detail: "the first side gets 3", circumstance: { code: "end_payoff", args: { first: 3 }, message: "the first side gets 3" } }, names)).toBe("Ann 净胜 3 分。");
  const short = (you?: "first" | "second") => verdictShort({ outcome: "first", by: "resignation" }, names, you);
  expect([short(), short("first"), short("second"), verdictShort({ outcome: "draw", by: "timeout" }, names)]).toEqual(["Ann 胜（对方认输）", "你胜（对方认输）", "你负（认输）", "和棋（超时）"]);
  expect(verdictSentence({ outcome: "first", by: "resignation" }, names, "second")).toBe("你认输。");
  expect(verdictSentence({ outcome: null, by: "aborted", detail: "unfair" }, names)).toBe("对局中止，不计成绩：unfair。");
  expect(verdictSentence({ outcome: "first", by: "crash", detail: "it printed \"x\"", circumstance: { code: "end_said", args: { quoted: '"x"' }, message: 'it printed "x"' } }, names)).toBe("Bob 崩溃：引擎报告：“x”。");
  await speak("en");
});
