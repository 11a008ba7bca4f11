import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./character.words";

export const zh: Same<typeof words> = {
  weakness: "弱点：",
  weak: {
    engine: "外部程序，弱点未知。",
    random: "落子全凭运气，从不看棋盘。",
    one: "从不考虑你的应手。",
    two: "看不到双重威胁，那需要三层搜索。",
    slips: (n) => `平均每 ${count(n)} 步随机走一步。`,
    blind: (plies) => `${count(plies)} 层以外的变化完全看不到`,
    hurried: (seconds) => `每步最多想 ${count(seconds)} 秒`,
    bounded: (nodes) => `每步最多只看 ${count(nodes)} 个局面`,
    none: "没有弱点，清楚这局棋会怎样结束。",
  },
  until: (empties, weak) => `${empties > 0 ? `空位多于 ${count(empties)} 个时，` : ""}${weak}。`,
  ladder: "天梯",
  beaten: (n, of) => `已战胜 ${count(n)} / ${count(of)}`,
  isBeaten: (name) => `${name}，已战胜`,
  settings: "设置",
  experiment: "α-β 剪枝改变了什么？",
  experimentFor: (name) => `α-β 剪枝给 ${name} 带来什么变化？`,
  changes: {
    without: "不剪枝",
    pruned: "剪枝",
    running: (n) => `正在分别用两种方式搜索……已完成 ${count(n)} 个局面。`,
    same: (positions, times) => `${count(positions)} 个局面的估值完全相同，${times === "" ? "结点数也相同：没有可剪的分支" : `结点数只有 ${times} 分之一`}。`,
    differs: (n, of) => `${count(of)} 个局面中有 ${count(n)} 个估值不同，说明另有开关改变了搜索内容。`,
    depth: ({ depth, usual, whole }) => `${whole ? "两者都搜索到终局" : `比较时的深度为 ${count(depth)}`}${usual === undefined ? "" : `，因为不剪枝搜到深度 ${count(usual)} 太慢`}。`,
    omitted: (switches) => `普通极小极大没有这些功能，比较时双方都不使用：${switches.join("、")}。`,
    noMatch: "让两者对弈只能比运气，因为它们算出的结果一样。",
    deeper: "在它的结点数或时间限制内，剪枝的一方搜得更深，对弈时会更强。",
  },
};
