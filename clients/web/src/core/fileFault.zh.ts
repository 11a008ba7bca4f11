/** The errors in a tournament file, in Chinese. The English texts come from the server. */

import type { FileFault } from "../wire";
import { count } from "./format";
import { gameTitle, verbatim, within } from "./problem.zh";
import { SYNTAX } from "./syntax.zh";

type Of<K extends FileFault["fault"]> = Extract<FileFault, { fault: K }>;

const TYPES: Partial<Record<string, string>> = { "whole number": "整数", number: "数", text: "加引号的文字", "true or false": "true 或 false", list: "列表，如 [1, 2]", table: "表" };

export const FAULTS: { [K in FileFault["fault"]]: (values: Of<K>) => string } = {
  syntax: ({ what, expected, sentence }) => {
    const known = what !== undefined && Object.hasOwn(SYNTAX, what) ? SYNTAX[what] : undefined;
    return `不是合法的 TOML：${known ?? verbatim(sentence)}${known && expected !== undefined ? `这里应是 ${expected} 。` : ""}`;
  },
  missing: ({ missing }) => `缺少 ${missing}。`,
  type: ({ wanted, least, most, sentence }) => {
    if (wanted === undefined || !TYPES[wanted]) return `类型不对。${verbatim(sentence)}`;
    const bounds = [least === undefined ? "" : `不小于 ${count(least)}`, most === undefined ? "" : `不大于 ${count(most)}`].join("");
    return bounds === "" ? `类型不对：这里要${TYPES[wanted]}。` : `这里要${bounds} 的${TYPES[wanted]}。`;
  },
  name: ({ most }) => `名字应有 1 到 ${most} 个看得见的字符。`,
  bounds: ({ number, given, least, most }) => `${number} 为 ${given}，不在 ${count(least)} 到 ${count(most)} 之间。`,
  test_rounds: () => "序贯检验要写明最多进行多少个回合（rounds）。",
  other_format: ({ format }) => `这一项属于赛制 ${format}。`,
  hypothesis: ({ given }) => `假设的 ${given} Elo 超出范围：应在 −4000 到 4000 之间。`,
  hypotheses_order: ({ first, second }) => `第一个假设 ${first} 应低于第二个 ${second}。`,
  error_rate: ({ rate, given }) => `${rate} = ${given} 不是错误率：应大于 0、小于 1。`,
  error_rates: ({ sum }) => `alpha 与 beta 之和应小于 1，现为 ${sum}。`,
  bayesian_pairs: () => "贝叶斯模型逐盘计数：应写 pentanomial = false。",
  entrant_twice: ({ name, line }) => `“${name}”参赛了两次（另一处在第 ${line} 行）；每名参赛者的名字都要不同。`,
  entrants: ({ given, most }) => `有 ${count(given)} 名参赛者；应为 2 到 ${count(most)} 名。`,
  not_two: ({ given }) => `对抗赛恰有两名参赛者，不是 ${count(given)} 名；人多可用擂台赛（gauntlet）。`,
  champions: ({ given, most }) => `${given} 不在 1 到 ${most} 之间：总要有人可打。`,
  rounds: ({ rounds, each, largest, entrants, most }) => `${count(rounds)} 轮、每轮至多 ${count(each)} 盘，超过了一项赛事最多的 ${count(largest)} 盘；${count(entrants)} 名参赛者最多 ${count(most)} 轮。`,
  limits_form: () => "限额写成 { depth = 6, nodes = 10000, time_ms = 100 } 或 { clock = { initial_ms = 10000, increment_ms = 100 } }。",
  time_and_clock: () => "每步限时和棋钟只能用一种。",
  per_move: () => "per_move 表示每步都有全部用时：不再有 increment_ms、delay_ms 和 moves。",
  nothing_late: () => "这里没有会迟的：先给出 time_ms 或 clock。",
  adjudication_form: () => "应是一张表，如 [adjudication]，下面写 max_plies = 300。",
  draw_moves: () => "moves 为 0：判和至少要双方各一步。",
  resign_rule: () => "moves 和 value 至少为 1：没有谁在均势下认输。",
  no_plies: () => "取 0 会让每盘棋在第一步之前就结束。",
  not_solved: ({ game, games }) => `${gameTitle(game)}不能精确求解；可以的有：${games.map(gameTitle).join("、")}。`,
  entrant_game: ({ game }) => `这项赛事下的是${gameTitle(game)}，参赛者也得下它。`,
  no_entrant: () => "参赛者要指名一个机器人，或至少自己设一项。",
  bot_game: ({ name, plays, game }) => `“${name}”下的是${gameTitle(plays)}，而这项赛事下的是${gameTitle(game)}。`,
  grid_form: () => "网格写成 { depth = [2, 4], book = [true, false] }。",
  grid_list: () => "网格的每一项都是一列取值，如 depth = [2, 4, 6]。",
  grid_empty: () => "列表是空的：一个机器人也没有。",
  grid_key: () => "网格只对机器人的选项展开，并自己给它们取名。",
  grid_beside: () => "这一项在网格之外也有：只写一处。",
  grid_size: ({ given, most, room }) => `网格展开有 ${given} 个机器人；一项赛事最多 ${count(most)} 名参赛者，这里还能加 ${count(room)} 名。`,
  in_grid: ({ inner, problem }) => `${inner}：${within(problem)}`,
  one_place: ({ other }) => `开局只能来自一处，而这里还有 ${other}。`,
  no_order: () => "随机开局没有次序：次序属于列出的开局。",
  nothing_to_cut: () => "这一项用来截短文件或开局库里的着法，而这里没有。",
  no_files: () => "这里不能指名文件：请写 positions = [\"…\"] 或 lines = [\"…\"]。",
  no_opening: () => "列表里没有开局。",
  no_line: ({ book }) => `开局库“${book}”没有从这里开始的着法。`,
  many_lines: () => "开局库的变例太多：用 plies 截短。",
  neither_move_nor_position: ({ given, problem }) => `“${given}”不是开局的着法，也不是局面：${within(problem)}`,
  opening_move: ({ given, number }) => `第 ${number} 步的“${given}”不合规则。`,
  long_opening: ({ given, most }) => `有 ${given} 步，最多 ${most} 步：用 plies 截短。`,
  opening_over: () => "这个开局走完时对局已经结束：没有人可走。",
  start_over: () => "一开始对局就已经结束：没有人可走。",
  no_line_so_long: ({ plies, sentence }) => `走 ${plies} 步之后没有哪一局还没结束。${verbatim(sentence)}`,
  many_openings: ({ most, plies }) => `${plies} 步的不同开局超过 ${count(most)} 个；取少些步数，或用 random_plies。`,
  openings_to_hold: ({ turns }) => `这么多步的开局要 ${count(turns)} 个，放不下。`,
  rating: ({ name }) => `等级分是一个数，如 ${name}=2000。`,
  memory: ({ name, table_mb, needed_mb, most_mb }) => `${name} 的 table_mb 为 ${count(table_mb)}，一盘棋的搜索可能要 ${count(needed_mb)} MiB，而所有搜索的表共有 ${count(most_mb)} MiB（[bots] 的 memory_mb），赛事的表又不会缩小。`,
  operators_key: () => "只有服务器的管理员才能设置它。",
  of_entrant: ({ name, inner, problem }) => `${name} 的 ${inner}：${within(problem)}`,
};

export function fileFault(fault: FileFault): string {
  if (!Object.hasOwn(FAULTS, fault.fault)) return verbatim("sentence" in fault ? fault.sentence : fault.fault);
  return (FAULTS[fault.fault] as (values: FileFault) => string)(fault);
}

export const zh = { fileFault };
