import { count, lasting, points } from "../core/format";
import { zh as names } from "../core/names.zh";
import type { Same } from "../core/language.svelte";
import { shownName } from "../core/state";
import type { Adjudication, ClockSetting, Finding, LimitTerms, OpeningsFrom } from "../wire";
import { spaced } from "../core/spaced";
import type { words } from "./terms.words";

type Found<K extends Finding["finding"]> = Extract<Finding, { finding: K }>;

const percent = (share: number) => (share > 0.9995 ? "超过 99.9%" : share < 0.0005 ? "不到 0.1%" : `${(share * 100).toFixed(1)}%`);
/** "Is" before a share: what is said to be more or less needs no 为. */
const is = (share: number) => (share > 0.9995 || share < 0.0005 ? "" : "为 ");
const rate = (score: number | undefined) => (score === undefined ? "" : `（${(score * 100).toFixed(1)}%）`);
const all = (names: string[]) => names.map(shownName).join("、");

function margin(second: string | undefined, elo: number | undefined): string {
  if (second === undefined) return "";
  const [other, by] = [shownName(second), elo === undefined ? undefined : Math.round(elo)];
  if (by === undefined) return `，领先于${other}`;
  return by > 0 ? `，比${other}高 ${count(by)} Elo` : by < 0 ? `，但等级分比${other}低 ${count(-by)} Elo` : `，等级分与${other}相同`;
}

export const FINDINGS: { [K in Finding["finding"]]: (values: Found<K>) => string } = {
  final: ({ winner, second, half_points: [own, other], by_seed }) =>
    spaced(`${shownName(winner)}夺冠：决赛以 ${points(own / 2)}–${points(other / 2)} ${by_seed ? "战平" : "战胜"}${shownName(second)}${by_seed ? "，因种子排位靠前而胜出" : ""}。`),
  first: ({ winners, points: got, matches, byes, score, under_way, second, elo }) => {
    const result = `${count(matches)} 局${byes > 0 ? `和 ${count(byes)} 次轮空` : ""}得 ${points(got)} 分`;
    if (winners.length > 1) return spaced(`${all(winners.slice(0, 4))}${winners.length > 4 ? `等 ${count(winners.length)} 名` : ""}${under_way ? "暂时并列第一" : "并列第一"}：各 ${result}。`);
    return spaced(`${all(winners)}${under_way ? "暂时领先" : "获得第一"}：${result}${rate(score)}${margin(second, elo)}。`);
  },
  challenger: ({ name, points: got, matches, score, under_way, ahead, level, behind, lost }) => {
    const parts = [ahead > 0 && `得分高于 ${count(ahead)} 个`, level > 0 && `与 ${count(level)} 个持平`, behind > 0 && `低于 ${count(behind)} 个`].filter((part) => part !== false);
    const to = lost.map(({ name: other, half_points: [won, given] }) => `${shownName(other)}（${points(won / 2)}–${points(given / 2)}）`).join("、");
    const met = parts.length > 0 ? `在 ${count(ahead + level + behind)} 个对手中，${parts.join("，")}${to ? `：${to}${behind > lost.length ? `等 ${count(behind)} 名` : ""}` : ""}。` : "";
    return spaced(`${shownName(name)}${under_way ? "目前" : ""} ${count(matches)} 局得 ${points(got)} 分${rate(score)}。${met}`);
  },
  significant: ({ name, least, others, sign_test, unknown }) => {
    const atLeast = least <= 0.9995 && (others > 1 || sign_test) ? "不低于 " : "";
    return spaced(`${shownName(name)}显著强于${others === 1 ? (unknown > 0 ? "另一名参赛者" : "对手") : `其余 ${count(others)} 名`}：概率${atLeast || is(least)}${percent(least)}${sign_test ? "（一方全胜时按符号检验）" : ""}${unknown > 0 ? `；另有 ${count(unknown)} 名无法比较` : ""}。`);
  },
  insignificant: ({ name, others, more: left }) => {
    const each = others.map(({ name: other, likelihood, bound }, i) => `${shownName(other)}（${i === 0 ? `${shownName(name)}更强的概率${bound ? "" : is(likelihood)}` : ""}${bound ? (likelihood < 0.5 ? "至多 " : "至少 ") : ""}${percent(likelihood)}）`);
    return spaced(`${shownName(name)}与以下参赛者没有显著差异：${each.join("、")}${left > 0 ? `等 ${count(others.length + left)} 名` : ""}；概率达到 97.5% 才算显著。`);
  },
  on_time: ({ shares, more: left }) =>
    spaced(`超时负：${shares.map(({ name, against, late, losses, decisive }) => `${shownName(name)}负于${shownName(against)}的 ${count(losses)} 局中有 ${count(late)} 局${decisive ? "，决定了双方的胜负" : ""}`).join("；")}${left > 0 ? `；另有 ${count(left)} 对` : ""}。`),
};

/** Formats a time as in a limit: exact, with short ones in milliseconds. */
const time = (ms: number) => (ms < 1000 || (ms % 1000 !== 0 && ms < 60_000) ? `${count(ms)} 毫秒` : lasting(ms));

function clock({ initial_ms, increment_ms, moves, delay_ms, per_move }: ClockSetting): string {
  if (per_move) return `每步 ${time(initial_ms)}`;
  return `${moves ? `每 ${count(moves)} 步` : "全局"} ${time(initial_ms)}，每步加 ${time(increment_ms)}${delay_ms ? `，延时 ${time(delay_ms)}` : ""}`;
}

function limits({ depth, nodes, time_ms, clock: setting, margin_ms }: LimitTerms): string {
  const said = [
    depth === undefined ? "" : `${count(depth)} 层`,
    nodes === undefined ? "" : `每步 ${count(nodes)} 个结点`,
    time_ms === undefined ? "" : `每步 ${time(time_ms)}`,
    setting === undefined ? "" : clock(setting),
    margin_ms === undefined ? "" : `允许超时 ${time(margin_ms)}`,
  ].filter(Boolean);
  return said.join("，") || "无";
}

function adjudication({ draw, resign, max_plies, solver, tablebase }: Adjudication): string {
  return [
    draw ? `从第 ${count(draw.after_ply)} 步起，双方各连续 ${count(draw.moves)} 步的评估值与 0 相差不超过 ${count(draw.value)}，判和` : "",
    resign ? `连续 ${count(resign.moves)} 步的评估值不高于 −${count(resign.value)}${resign.two_sided ? "，且对方的评估一致" : ""}，判负` : "",
    max_plies === undefined ? "" : `达到 ${count(max_plies)} 步，判和`,
    tablebase ? `不超过 ${count(tablebase.pieces)} 个棋子时按残局库判定` : "",
    solver ? `剩 ${count(solver.empties)} 个空位时按求解结果判定` : "",
  ].filter(Boolean).join("；");
}

function openings({ source, plies, name, shuffled, per }: OpeningsFrom): string {
  const from: Record<OpeningsFrom["source"], string> = {
    start: "初始局面",
    random: `随机 ${count(plies ?? 0)} 步`,
    file: `文件 ${name ?? ""}`,
    book: names.book(name ?? ""),
    list: "列表",
  };
  if (source === "start") return from.start;
  return `${from[source]}${shuffled ? "，顺序随机" : ""}，每${per === "round" ? "轮" : "个回合"}一个`;
}

export const zh: Same<typeof words> = {
  finding: (sentence, finding) => (finding && Object.hasOwn(FINDINGS, finding.finding) ? (FINDINGS[finding.finding] as (values: Finding) => string)(finding) : sentence),
  limits: (sentence, terms) => (terms ? limits(terms) : sentence),
  adjudication: (sentences, rules) => (rules ? adjudication(rules) : sentences.join("；")),
  openings: (sentence, from) => (from ? openings(from) : sentence),
};
