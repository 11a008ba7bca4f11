import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EventView, ThoughtEvent, Verdict } from "../wire";
import { change } from "../wire.samples";
import { announce } from "./announce";
import { words as format } from "./format.words";
import { zh as chineseFormat } from "./format.zh";
import { clockSetting, clockText, count, fixed, judgement, lasting, points, signed } from "./format";
import { analysePath, parseRoute } from "./routes";
import { seatName } from "./state";
import { expectedFrom, tellsValues, valueCurve, valueCurves } from "./values";
import { verdictHow, verdictSentence, verdictShort, verdictTitle } from "./verdict";

const names = { first: "Ann", second: "Bob" };

describe("verdicts", () => {
  const cases: [Verdict, string, string, string][] = [
    [{ outcome: "first", by: "rules" }, "Ann wins", "Ann won the game.", "Ann won"],
    [{ outcome: "draw", by: "rules" }, "Draw", "The game is drawn by the rules.", "Draw"],
    [{ outcome: "second", by: "resignation" }, "Bob wins", "Ann resigned.", "Bob won by resignation"],
    [{ outcome: "draw", by: "agreement" }, "Draw", "Both sides agreed to a draw.", "Draw by agreement"],
    [{ outcome: "first", by: "timeout" }, "Ann wins", "Bob ran out of time.", "Ann won on time"],
    [{ outcome: "draw", by: "timeout" }, "Draw", "A clock ran out, and the match is drawn.", "Draw on time"],
    [{ outcome: "first", by: "absence" }, "Ann wins", "Bob left and did not come back.", "Ann won by absence"],
    [{ outcome: null, by: "absence" }, "No result", "The players left and did not come back.", "No result"],
    [{ outcome: "second", by: "illegal" }, "Bob wins", "Ann made an illegal move.", "Bob won by an illegal move"],
    [{ outcome: "second", by: "crash" }, "Bob wins", "Ann crashed.", "Bob won by a crash"],
    [{ outcome: null, by: "crash" }, "No result", "The server failed during the match.", "No result"],
    [{ outcome: "first", by: "stall" }, "Ann wins", "Bob did not answer in time.", "Ann won by a stall"],
    [{ outcome: "first", by: "forfeit" }, "Ann wins", "Bob forfeited the match.", "Ann won by forfeit"],
    [{ outcome: "first", by: "adjudicated-win" }, "Ann wins", "Bob evaluated it as lost for long enough.", "Ann won by adjudication"],
    [{ outcome: "draw", by: "adjudicated-draw" }, "Draw", "Both sides evaluated it as even for long enough.", "Draw by adjudication"],
    [{ outcome: "draw", by: "adjudicated-length" }, "Draw", "It reached the maximum length of the tournament.", "Draw by length"],
    [{ outcome: "first", by: "adjudicated-solved" }, "Ann wins", "The tournament's solver determined the result.", "Ann won by solution"],
    [{ outcome: "draw", by: "adjudicated-tablebase" }, "Draw", "The tournament's tables of endings have the result.", "Draw by tables"],
    [{ outcome: null, by: "aborted" }, "No result", "The match was aborted and does not count.", "Aborted"],
  ];
  test.each(cases)("%j", (verdict, title, sentence, short) => {
    expect(verdictTitle(verdict, names)).toBe(title);
    expect(verdictSentence(verdict, names)).toBe(sentence);
    expect(verdictShort(verdict, names)).toBe(short);
  });

  test("a list says that a match without a first move was not played", () => {
    expect(verdictShort({ outcome: null, by: "aborted", circumstance: { code: "end_not_begun", message: "not begun" } }, names)).toBe("Not played: a player was absent and made no first move");
  });

  test("address the player in the second person", () => {
    expect(verdictTitle({ outcome: "first", by: "rules" }, names, "first")).toBe("You win");
    expect(verdictTitle({ outcome: "first", by: "rules" }, names, "second")).toBe("You lose");
    expect(verdictTitle({ outcome: "draw", by: "rules" }, names, "second")).toBe("Draw");
    const short = (outcome: "first" | "draw", you: "first" | "second") => verdictShort({ outcome, by: "resignation" }, names, you);
    expect([short("first", "first"), short("first", "second"), short("draw", "first")]).toEqual(["You won by resignation", "You lost by resignation", "Draw by resignation"]);
  });

  test("explain the result below the title without repeating it", () => {
    const won = { outcome: "first", by: "rules" } as const;
    expect(verdictHow(won, names, "Three in a row.")).toBe("Three in a row.");
    expect(verdictHow(won, names)).toBe("");
    expect(verdictHow({ ...won, detail: "the first side gets 3" }, names)).toBe("The first side gets 3.");
    expect(verdictHow({ outcome: "draw", by: "rules" }, names)).toBe("By the rules of the game.");
    expect(verdictHow({ outcome: "second", by: "resignation" }, names)).toBe("Ann resigned.");
    const told = (by: "resignation" | "timeout" | "absence" | "illegal") => verdictSentence({ outcome: "second", by }, names, "first");
    expect([told("resignation"), told("timeout"), told("absence"), told("illegal")]).toEqual(["You resigned.", "You ran out of time.", "You left and did not come back.", "You made an illegal move."]);
    expect(verdictSentence({ outcome: "second", by: "resignation" }, names, "second")).toBe("Ann resigned.");
  });

  test("include the server's detail", () => {
    expect(verdictSentence({ outcome: "first", by: "illegal", detail: "z9" }, names)).toBe("Bob made an illegal move: z9.");
  });
});

test("announcements name the player, the action and the side to move", () => {
  const cast = { names, sides: { first: "X", second: "O" }, you: "first" as const };
  const moved: EventView & { kind: "moved" } = { kind: "moved", ply: 0, side: "first", move: "b2", turn: "second", changed: change(0, "b2") };
  expect(announce(moved, cast)).toBe("You played b2. Bob to move.");
  expect(announce({ ...moved, side: "second", turn: "first" }, cast)).toBe("Bob played b2. Your turn.");
  expect(announce({ kind: "offered", side: "second", what: "draw" }, cast)).toBe("Bob offers a draw.");
  expect(announce({ kind: "ended", verdict: { outcome: "second", by: "timeout" } }, cast)).toBe(
    "The match is over. You lose. You ran out of time.",
  );
});

test("names cannot change the direction of the text around them", () => {
  const seat = { kind: "human", player: "p", away: false } as const;
  expect(seatName({ ...seat, name: "\u202eevil\u2066 <b>" })).toBe("evil <b>");
  expect(seatName({ ...seat, name: "דוד" })).toBe("דוד");
});

test("numbers are formatted for people", () => {
  expect([0, 9449, 19_999, 20_000, 65_000, 3_600_000, -5].map(clockText)).toEqual(["0.0", "9.4", "19.9", "0:20", "1:05", "1:00:00", "0.0"]);
  expect(clockSetting({ initial_ms: 180_000, increment_ms: 2000 })).toBe("3+2");
  expect(clockSetting({ initial_ms: 180_000, increment_ms: 0, moves: 40 })).toBe("40/3+0");
  expect(["0.5+0", "0:20+0"]).toEqual([30_000, 20_000].map((initial_ms) => clockSetting({ initial_ms, increment_ms: 0 })));
  expect(clockSetting(undefined)).toBe("no clock");
  expect(clockSetting({ initial_ms: 300_000, increment_ms: 0, delay_ms: 3000 })).toBe("5+0, 3 seconds of delay");
  expect(clockSetting({ initial_ms: 129_600_000, increment_ms: 0, per_move: true })).toBe("1 day, 12 hours a move");
  expect([lasting(0), lasting(999_999), lasting(86_400_000 * 30), clockText(86_400_000 * 2 + 61_000)]).toEqual(["0 seconds", "16 minutes, 40 seconds", "30 days", "2d"]);
  const chinese = chineseFormat as unknown as typeof format;
  expect([chinese.units([chinese.unit(4, "minute", "long"), chinese.unit(18, "second", "long")], "long"), chinese.minutesAgo(3), chinese.date("2026年11月27日")]).toEqual(["4 分钟 18 秒", "3 分钟前", "2026 年 11 月 27 日"]);
  expect([signed(3), signed(0), signed(-2)]).toEqual(["+3", "0", "−2"]);
  expect([3, -2.944439, -0.001].map((n) => fixed(n))).toEqual(["3.00", "−2.94", "0.00"]);
  expect([0, 0.5, 3.5, 4].map(points)).toEqual(["0", "½", "3½", "4"]);
  expect(count(549946)).toBe("549,946");
  expect(judgement({ value: 97, win_in: 3 })).toBe("wins in 3 plies");
  expect(judgement({ value: -97, win_in: -2 })).toBe("loses in 2 plies");
  expect([judgement({ value: -100, win_in: 0 }), judgement({ value: 100, win_in: 0 })]).toEqual(["has lost", "has won"]);
  expect(judgement({ value: -1 })).toBe("−1");
  expect(judgement({})).toBe("–");
});

test("addresses lead to pages", () => {
  expect(parseRoute("/")).toEqual({ page: "play" });
  const id = "0190f3a2-7c4e-7abc-8def-0123456789ab";
  expect(parseRoute(`/match/${id}`)).toEqual({ page: "match", match: id });
  expect(parseRoute(`/match/${id.toUpperCase()}`)).toEqual({ page: "match", match: id });
  for (const tail of ["123", "a%20b", "%", `${id}0`]) {
    expect(parseRoute(`/match/${tail}`)).toEqual({ page: "missing", what: "match" });
    expect(parseRoute(`/tournaments/${tail}`)).toEqual({ page: "missing", what: "tournament" });
  }
  expect(parseRoute("/tournaments/")).toEqual({ page: "tournaments" });
  expect(parseRoute(`/tournaments/${id}`)).toEqual({ page: "tournament", tournament: id });
  expect(parseRoute("/bots")).toEqual({ page: "bots" });
  expect(parseRoute("/analyse")).toEqual({ page: "analyse" });
  for (const path of ["/match", "/match/a/b", "/nowhere", "/bots/x"]) expect(parseRoute(path)).toEqual({ page: "missing" });
});

test("the value curve is the first side's, with wins at the edge", () => {
  const thought: Omit<ThoughtEvent, "ply" | "side" | "value"> = { kind: "thought", depth: 1, nodes: 1, line: [], ms: 0, from: "search" };
  const curve = valueCurve([
    { ...thought, ply: 3, side: "second", value: 97, win_in: 3 },
    { ...thought, ply: 1, side: "second", value: 10 },
    { ...thought, ply: 0, side: "first", value: -5 },
    { ...thought, ply: 2, side: "first", from: "book" },
    { ...thought, ply: 4, side: "first" },
  ]);
  expect(curve.points).toEqual([
    { ply: 0, height: -0.8 * Math.SQRT1_2 },
    { ply: 1, height: -0.8 },
    { ply: 3, height: -1 },
  ]);
  expect(curve.most).toBe(10);
});

test("two bots have a curve each, on one scale", () => {
  const thought = (ply: number, value: number): ThoughtEvent => ({ kind: "thought", ply, side: ply % 2 === 0 ? "first" : "second", value, depth: 1, nodes: 1, line: [], ms: 0, from: "search" });
  const bot = (evaluation: string) => ({ kind: "bot", name: "b", spec: { evaluation } }) as const;
  const thoughts = [thought(0, 3), thought(1, -200), thought(2, 1)];
  const curves = valueCurves(thoughts, [bot("material"), bot("tapered")]);
  expect(curves.map(({ side, most, points }) => [side, most, points.map(({ ply }) => ply)])).toEqual([["first", 200, [0, 2]], ["second", 200, [1]]]);
  expect(curves.map(({ points }) => points[0]?.height)).toEqual([0.8 * Math.sqrt(3 / 200), 0.8]);
  expect(valueCurves([], [bot("material"), bot("tapered")])).toEqual([]);
});

test("bots have values unless all their moves are random", () => {
  const bot = { kind: "bot", name: "b" } as const;
  expect(([{ ...bot, spec: { random_move: 1 } }, { ...bot, spec: { random_move: 0.2 } }, { ...bot, spec: {} }, { kind: "open" }] as const).map(tellsValues)).toEqual([false, true, true, false]);
});

test("a bot's line continues from the displayed position while the match follows it", () => {
  const thought: ThoughtEvent = { kind: "thought", ply: 1, side: "second", value: 0, depth: 3, nodes: 1, line: ["b", "c", "d"], ms: 0, from: "search" };
  const moves = ["a", "b", "c", "x"];
  expect([1, 2, 3, 4].map((ply) => expectedFrom([thought], moves, ply))).toEqual([[], ["c", "d"], ["d"], []]);
});

test("the address of an analysis includes its position", () => {
  expect(analysePath({ game: "g" })).toBe("/analyse?game=g");
  expect(new URLSearchParams(analysePath({ game: "g", options: { row: 5 }, position: "p q", moves: ["a1", "b2"] }).slice(9)).get("moves")).toBe("a1 b2");
});

test("no view relies on a space at the edge of a block, which Svelte removes", () => {
  const src = join(import.meta.dirname, "..");
  const views = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
  const lost = views.flatMap((file) => {
    const markup = readFileSync(join(src, file), "utf8").replace(/<(script|style)[^]*?<\/\1>/g, "");
    const edges = markup.matchAll(/\{(?:#if|#each|#key|:else)(?:[^{}]|\{[^{}]*\})*\} +\S.*|\S +\{\/(?:if|each|key)\}/g);
    return [...edges].map(([text]) => `${file}: ${text.slice(0, 80)}`);
  });
  expect(views.length).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});
