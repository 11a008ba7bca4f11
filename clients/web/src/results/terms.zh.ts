import { count, lasting } from "../core/format";
import { zh as names } from "../core/names.zh";
import type { Same } from "../core/language.svelte";
import { shownName } from "../core/state";
import type { Adjudication, Caution, ClockSetting, LimitTerms, OpeningsFrom } from "../wire";
import type { words } from "./terms.words";

type Of<K extends Caution["caution"]> = Extract<Caution, { caution: K }>;

const more = (left: number) => (left > 0 ? `，另有 ${count(left)} 名` : "");

export const CAUTIONS: { [K in Caution["caution"]]: (values: Of<K>) => string } = {
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
  caution: (sentence, caution) => (caution && Object.hasOwn(CAUTIONS, caution.caution) ? (CAUTIONS[caution.caution] as (values: Caution) => string)(caution) : sentence),
  limits: (sentence, terms) => (terms ? limits(terms) : sentence),
  adjudication: (sentences, rules) => (rules ? adjudication(rules) : sentences.join("；")),
  openings: (sentence, from) => (from ? openings(from) : sentence),
};
