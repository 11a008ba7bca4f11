import { count, lasting, points } from "../core/format";
import { zh as names } from "../core/names.zh";
import type { Same } from "../core/language.svelte";
import { shownName } from "../core/state";
import type { Adjudication, ReportWarning, ClockSetting, Finding, LimitTerms, OpeningsFrom } from "../wire";
import type { words } from "./terms.words";

type Of<K extends ReportWarning["caution"]> = Extract<ReportWarning, { caution: K }>;

const more = (left: number) => (left > 0 ? `，另有 ${count(left)} 名` : "");

export const CAUTIONS: { [K in ReportWarning["caution"]]: (values: Of<K>) => string } = {
  repeats: ({ repeats, matches, tested }) =>
    `${count(matches)} 局中有 ${count(repeats)} 局与之前的对局完全相同，因为双方都没有随机性。这些对局计入得分，但不计入${tested ? "Elo 误差和序贯检验" : "Elo 误差"}。增加开局可以避免重复。`,
  alike: ({ alike, matches }) => `${count(matches)} 局中有 ${count(alike)} 局与之前的对局完全相同。引擎可能有随机性，所以全部计入；如果引擎没有随机性，误差会偏小。`,
  few_openings: ({ openings }) => `只使用了 ${count(openings)} 个开局，同一开局的对局相似：结论不一定适用于其他开局，误差也只是粗略估计。`,
  opening_decided: ({ openings }) => `每局的胜负都由开局决定：${openings === 1 ? "" : `${count(openings)} 个开局中，`}从同一开局出发的对局总是同一方获胜，因此结果不能说明参赛者的强弱。`,
  sparse: ({ entrants, more: left }) => `对局数不到多数参赛者的一半，因此排在后面：${entrants.map(shownName).join("、")}${more(left)}。`,
  void: ({ matches }) => `${count(matches)} 局因服务器故障作废，已重赛。`,
  not_reproducible: () => "有参赛者受时间限制、使用多线程搜索，或者是真人或外部程序，因此结果不可复现。",
  failed: ({ matches }) => `${count(matches)} 局因机器人自身故障判负，原因见对局记录。`,
  late: ({ entrants, more: left }) =>
    `超时负：${entrants.map(({ name, matches, late_ms }) => `${shownName(name)} ${count(matches)} 局${late_ms === undefined ? "" : `（最长超时 ${count(late_ms)} 毫秒）`}`).join("；")}${more(left)}。`,
};

type Found<K extends Finding["finding"]> = Extract<Finding, { finding: K }>;

const percent = (share: number) => (share > 0.9995 ? "超过 99.9%" : share < 0.0005 ? "不到 0.1%" : `${(share * 100).toFixed(1)}%`);
/** "Is" before a share: what is said to be more or less needs no 为. */
const is = (share: number) => (share > 0.9995 || share < 0.0005 ? "" : "为 ");
const rate = (score: number | undefined) => (score === undefined ? "" : `（${(score * 100).toFixed(1)}%）`);
const all = (names: string[]) => names.map(shownName).join("、");

function margin(second: string | undefined, elo: number | undefined): string {
  if (second === undefined) return "";
  const [other, by] = [shownName(second), elo === undefined ? undefined : Math.round(elo)];
  if (by === undefined) return `，领先于 ${other}`;
  return by > 0 ? `，比 ${other} 高 ${count(by)} Elo` : by < 0 ? `，但等级分比 ${other} 低 ${count(-by)} Elo` : `，等级分与 ${other} 相同`;
}

export const FINDINGS: { [K in Finding["finding"]]: (values: Found<K>) => string } = {
  final: ({ winner, second, half_points: [own, other], by_seed }) =>
    `${shownName(winner)} 夺冠：决赛以 ${points(own / 2)}–${points(other / 2)} ${by_seed ? "战平" : "战胜"} ${shownName(second)}${by_seed ? "，因种子排位靠前而胜出" : ""}。`,
  first: ({ winners, points: got, matches, byes, score, under_way, second, elo }) => {
    const result = `${count(matches)} 局${byes > 0 ? `和 ${count(byes)} 次轮空` : ""}得 ${points(got)} 分`;
    if (winners.length > 1) return `${all(winners.slice(0, 4))}${winners.length > 4 ? `等 ${count(winners.length)} 名` : ""} ${under_way ? "暂时并列第一" : "并列第一"}：各 ${result}。`;
    return `${all(winners)} ${under_way ? "暂时领先" : "获得第一"}：${result}${rate(score)}${margin(second, elo)}。`;
  },
  challenger: ({ name, points: got, matches, score, under_way, ahead, level, behind, lost }) => {
    const parts = [ahead > 0 && `得分高于 ${count(ahead)} 个`, level > 0 && `与 ${count(level)} 个持平`, behind > 0 && `低于 ${count(behind)} 个`].filter((part) => part !== false);
    const to = lost.map(({ name: other, half_points: [won, given] }) => `${shownName(other)}（${points(won / 2)}–${points(given / 2)}）`).join("、");
    const met = parts.length > 0 ? `在 ${count(ahead + level + behind)} 个对手中，${parts.join("，")}${to ? `：${to}${behind > lost.length ? `等 ${count(behind)} 名` : ""}` : ""}。` : "";
    return `${shownName(name)} ${under_way ? "目前 " : ""}${count(matches)} 局得 ${points(got)} 分${rate(score)}。${met}`;
  },
  significant: ({ name, least, others, sign_test, unknown }) => {
    const atLeast = least <= 0.9995 && (others > 1 || sign_test) ? "不低于 " : "";
    return `${shownName(name)} 显著强于${others === 1 ? (unknown > 0 ? "另一名参赛者" : "对手") : `其余 ${count(others)} 名`}：概率${atLeast || is(least)}${percent(least)}${sign_test ? "（一方全胜时按符号检验）" : ""}${unknown > 0 ? `；另有 ${count(unknown)} 名无法比较` : ""}。`;
  },
  insignificant: ({ name, others, more: left }) => {
    const each = others.map(({ name: other, likelihood, bound }, i) => `${shownName(other)}（${i === 0 ? `${shownName(name)} 更强的概率${bound ? "" : is(likelihood)}` : ""}${bound ? (likelihood < 0.5 ? "至多 " : "至少 ") : ""}${percent(likelihood)}）`);
    return `${shownName(name)} 与以下参赛者没有显著差异：${each.join("、")}${left > 0 ? `等 ${count(others.length + left)} 名` : ""}；概率达到 97.5% 才算显著。`;
  },
  on_time: ({ shares, more: left }) =>
    `超时负：${shares.map(({ name, against, late, losses, decisive }) => `${shownName(name)} 负于 ${shownName(against)} 的 ${count(losses)} 局中有 ${count(late)} 局${decisive ? "，决定了双方的胜负" : ""}`).join("；")}${left > 0 ? `；另有 ${count(left)} 对` : ""}。`,
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
  caution: (sentence, caution) => (caution && Object.hasOwn(CAUTIONS, caution.caution) ? (CAUTIONS[caution.caution] as (values: ReportWarning) => string)(caution) : sentence),
  finding: (sentence, finding) => (finding && Object.hasOwn(FINDINGS, finding.finding) ? (FINDINGS[finding.finding] as (values: Finding) => string)(finding) : sentence),
  limits: (sentence, terms) => (terms ? limits(terms) : sentence),
  adjudication: (sentences, rules) => (rules ? adjudication(rules) : sentences.join("；")),
  openings: (sentence, from) => (from ? openings(from) : sentence),
};
