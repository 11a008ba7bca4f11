/** The errors in a value, in Chinese. The English texts come from the server. */

import type { KnownName, Unfit, Unit, ValueProblem } from "../wire";
import { fileFault } from "./fileFault.zh";
import { count, lasting } from "./format";
import { textsOf } from "./language.svelte";
import { positionFault } from "./positionFault.zh";

export const gameTitle = (game: string) => textsOf<{ title: string }>(`boards/${game}/game`)?.title ?? game;

type At<K extends ValueProblem["wrong"]> = Extract<ValueProblem, { wrong: K }>;

const UNFIT: Record<Unfit, string> = {
  no_deepening: "这一项以上一次迭代的值为准，需要开启迭代加深。",
  no_table: "这一项需要置换表：设置它的大小（table_mb）。",
  no_ordering: "这一项只看排在最前的着法，需要给出着法排序，例如静态次序。",
  no_window: "这种剪枝没有窗口：这一项与 α-β 剪枝或主要变例搜索同用。",
  exact_root: "这一项收窄的窗口，正是“根结点精确值”要保持敞开的：只能选其一。",
  plain: "普通极小极大把每个着法都搜到同样深：这一项与其他剪枝方式同用。",
};

const UNITS: Record<Unit, string> = { bytes: "个字节", characters: "个字符", moves: "步" };

const KNOWN: Record<KnownName, string> = {
  game: "游戏",
  evaluation: "评估函数",
  weight: "权重",
  bot: "机器人",
  book: "开局库",
  entrant: "参赛者",
  key: "设置项",
  value: "取值",
};

/** The errors in the value of a field. */
export const WRONG: { [K in Exclude<ValueProblem["wrong"], "other">]: (values: At<K>) => string } = {
  outside: ({ given, least, most }) => `${given} 不在 ${least} 到 ${most} 之间。`,
  letters: ({ given, most }) => `有 ${count(given)} 个字符，应为 1 到 ${count(most)} 个。`,
  long: ({ field, given, unit, most }) => `${field} 有 ${count(given)} ${UNITS[unit]}，最多 ${count(most)} ${UNITS[unit]}。`,
  unseen: () => "含有看不见的字符。",
  too_few: ({ given, least }) => `现有 ${count(given)} 个，至少要 ${count(least)} 个。`,
  too_many: ({ given, most }) => `现有 ${count(given)} 个，最多 ${count(most)} 个。`,
  matches: ({ given, most }) => `共 ${count(given)} 盘，最多 ${count(most)} 盘。`,
  games: ({ games }) => `这里棋手只能开办这些游戏的赛事：${games.map(gameTitle).join("、")}。`,
  after_end: ({ lasts_ms }) => `棋手开办的赛事在 ${lasting(lasts_ms)}后结束。`,
  unfit: ({ why }) => UNFIT[why],
  illegal: ({ given, ply, legal }) => `“${given}”在这里（第 ${ply + 1} 步）不合规则；合法着法：${legal}。`,
  ceiling: ({ given, most }) => `${count(given)} 超过了这台服务器的上限 ${count(most)}。`,
  named: ({ name }) => `名为“${name}”的赛事正在报名或进行。`,
  option: ({ option, given, least, most, zero }) => `${option} 为 ${given}，不在 ${least} 到 ${most} 之间${zero ? "（或取 0，与 size 相同）" : ""}。`,
  no_options: ({ game, given }) => `${gameTitle(game)}没有可设的选项，也就没有 ${given}。`,
  unknown: ({ what, given, known }) => `没有名为“${given}”的${KNOWN[what]}${known.length > 0 ? `；现有：${known.join("、")}` : ""}。`,
  weight: ({ weight, given, most }) => `权重 ${weight} 为 ${given}，不在 −${count(most)} 到 ${count(most)} 之间。`,
  chance: ({ given }) => `${given} 不是概率：应在 0 到 1 之间。`,
  no_name: () => "机器人需要一个名字。",
  no_book: ({ game }) => `${gameTitle(game)}没有开局库。`,
  position: ({ game, fault }) => positionFault(fault, game),
  no_move: ({ game, given }) => `“${given}”不是${gameTitle(game)}的着法。`,
  file: ({ fault }) => fileFault(fault),
};

/** Returns the text of a problem. Returns undefined for one that only a newer server knows. */
export function wrong(problem: ValueProblem | undefined): string | undefined {
  if (problem === undefined || !Object.hasOwn(WRONG, problem.wrong)) return undefined;
  return (WRONG[problem.wrong as keyof typeof WRONG] as (values: ValueProblem) => string)(problem);
}

/** Quotes a sentence that exists only in English. */
export const verbatim = (sentence: string): string => `服务器的原话：“${sentence}”`;

/** Returns the text of a problem within another one, which has no sentence of its own beside it. */
export const within = (problem: ValueProblem): string => wrong(problem) ?? verbatim("sentence" in problem ? problem.sentence : problem.wrong);

export const zh = { wrong };
