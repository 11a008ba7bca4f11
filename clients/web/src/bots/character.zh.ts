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
    blind: (plies) => `${count(plies)} 层以外的变化完全看不到。`,
    hurried: (seconds) => `每步最多想 ${count(seconds)} 秒。`,
    bounded: (nodes) => `最多只看 ${count(nodes)} 个局面。`,
    none: "没有弱点，能一直算到终局。",
  },
  ladder: "天梯",
  beaten: (n, of) => `已战胜 ${count(n)} / ${count(of)}`,
  isBeaten: (name) => `${name}，已战胜`,
  settings: "配置",
  others: "这种游戏的全部机器人",
};
