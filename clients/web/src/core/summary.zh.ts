/** The one-line summary of a bot's configuration in Chinese. The English text comes from the server. */

import { count } from "./format";
import type { GameTexts } from "./games";
import { textsOf } from "./language.svelte";
import { zh as names } from "./names.zh";
import { zh as switches } from "../explore/switches.zh";

const nameOf = (value: unknown): string => (typeof value === "object" && value !== null && "name" in value ? String(value.name) : String(value));

/** The name of the extension in a game: of checks, unless its texts name another threat. */
const extension = (game: unknown): string => textsOf<GameTexts>(`boards/${String(game)}/game`)?.extension ?? "将军延伸";

function of(spec: Record<string, unknown>): string {
  const number = (key: string) => (typeof spec[key] === "number" ? spec[key] : 0);
  if (number("random_move") === 1) return "随机走棋";
  const [table, nodes, ms, width, window, empties, random] = [number("table_mb"), number("nodes"), number("time_ms"), number("width"), number("aspiration"), number("solve_empties"), number("random_move")];
  const ordering = Array.isArray(spec.ordering) ? spec.ordering.map((key) => switches.values[String(key)] ?? String(key)) : [];
  const ways: [unknown, string][] = [
    [spec.deepening, "迭代加深"],
    [window, `窗口 ±${window}`],
    [table, `置换表 ${table} MiB${spec.symmetry ? "（合并对称局面）" : ""}`],
    [empties, `剩 ${empties} 个空位时求解到终局`],
    [width, `每个局面只搜索前 ${width} 个着法`],
    [spec.hints, "棋类知识"],
    [spec.quiescence, "静态搜索"],
    [spec.null_move, "空着裁剪"],
    [spec.lmr, "后期着法缩减"],
    [spec.futility, "无望裁剪"],
    [spec.extensions, extension(spec.game)],
    [ordering.length, `着法排序：${ordering.join("、")}`],
    [nodes, `每步 ${count(nodes)} 个结点`],
    [ms, `每步 ${count(ms)} 毫秒`],
    [spec.evaluation, `评估函数：${names.evaluation(nameOf(spec.evaluation)) ?? nameOf(spec.evaluation)}`],
    [spec.book, names.book(nameOf(spec.book))],
    [random, `${Math.round(100 * random)}% 的着法随机`],
  ];
  return [`${switches.values[String(spec.pruning)] ?? String(spec.pruning)}，${String(spec.depth)} 层`, ...ways.flatMap(([on, text]) => (on ? [text] : []))].join("，");
}

export const zh = { of };
