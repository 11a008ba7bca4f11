import { count, lasting } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { Adjudication, Caution, ClockSetting, LimitTerms, OpeningsFrom } from "../wire";
import type { words } from "./terms.words";

type Of<K extends Caution["caution"]> = Extract<Caution, { caution: K }>;

const more = (left: number) => (left > 0 ? `，另有 ${count(left)} 名` : "");

export const CAUTIONS: { [K in Caution["caution"]]: (values: Of<K>) => string } = {
  repeats: ({ repeats, matches, tested }) =>
    `${count(matches)} 盘中有 ${count(repeats)} 盘与先前的逐步相同，双方都不用随机：得分照算，${tested ? "Elo 的误差和序贯检验" : "Elo 的误差"}不算它们。开局多一些，对局就会不同。`,
  alike: ({ alike, matches }) => `${count(matches)} 盘中有 ${count(alike)} 盘与先前的逐步相同。引擎可能用到随机，所以全部照算；要是它不用，误差就偏小了。`,
  few_openings: ({ openings }) => `只用了 ${count(openings)} 个开局，同一开局的对局彼此相像：在这里成立的，换了开局未必成立，误差也只是粗略的。`,
  sparse: ({ entrants, more: left }) => `下的盘数不及多数人的一半，所以不论得分多少都排在后面：${entrants.join("、")}${more(left)}。`,
  void: ({ matches }) => `${count(matches)} 盘因服务器自身的故障作废，已重赛。`,
  not_reproducible: () => "有机器人按时间限制、用多个线程搜索，或是外部引擎：再赛一次结果可能不同。",
  failed: ({ matches }) => `${count(matches)} 盘因机器人自身的故障而输；记录里写着原因。`,
  late: ({ entrants, more: left }) =>
    `超时负：${entrants.map(({ name, matches, late_ms }) => `${name} ${count(matches)} 盘${late_ms === undefined ? "" : `（最多迟 ${count(late_ms)} 毫秒）`}`).join("；")}${more(left)}。`,
};

/** A time as a limit has it: exact, and short ones in milliseconds. */
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
    margin_ms === undefined ? "" : `最多迟 ${time(margin_ms)}`,
  ].filter(Boolean);
  return said.join("，") || "无";
}

function adjudication({ draw, resign, max_plies, solver }: Adjudication): string {
  return [
    draw ? `从第 ${count(draw.after_ply)} 步起，双方各连续 ${count(draw.moves)} 步的值都不离 0 超过 ${count(draw.value)}，判和` : "",
    resign ? `连续 ${count(resign.moves)} 步的值不高于 −${count(resign.value)}${resign.two_sided ? "，且对方也这样看" : ""}，判负` : "",
    max_plies === undefined ? "" : `满 ${count(max_plies)} 步，判和`,
    solver ? `剩 ${count(solver.empties)} 个空位起按求解的结果判` : "",
  ].filter(Boolean).join("；");
}

function openings({ source, plies, name, shuffled, per }: OpeningsFrom): string {
  const from: Record<OpeningsFrom["source"], string> = {
    start: "无：从头开始",
    random: `随机 ${count(plies ?? 0)} 步`,
    file: `文件 ${name ?? ""}`,
    book: `开局库 ${name ?? ""}`,
    list: "列表",
  };
  if (source === "start") return from.start;
  return `${from[source]}${shuffled ? "，次序随机" : ""}，每${per === "round" ? "轮" : "个回合"}一个`;
}

export const zh: Same<typeof words> = {
  caution: (sentence, caution) => (caution && Object.hasOwn(CAUTIONS, caution.caution) ? (CAUTIONS[caution.caution] as (values: Caution) => string)(caution) : sentence),
  limits: (sentence, terms) => (terms ? limits(terms) : sentence),
  adjudication: (sentences, rules) => (rules ? adjudication(rules) : sentences.join("；")),
  openings: (sentence, from) => (from ? openings(from) : sentence),
};
