import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import { spaced } from "../core/spaced";
import type { words } from "./findings.words";

export const zh: Same<typeof words> = {
  verdict: "结论",
  nothing: "还没有结束的对局。",
  telling: "最能说明问题的对局",
  kinds: { best: "最佳胜局", worst: "最惨的败局", surprise: "最大冷门", decider: "前两名交锋", win: "第一名的胜局", draw: "和局", loss: "第一名的败局", close: "势均力敌的一对" },
  beat: (winner, loser) => spaced(`${winner}战胜${loser}`),
  drew: (a, b) => spaced(`${a}与${b}战和`),
  shortest: (times, drawn) => (times === 1 ? "仅此一局" : drawn ? `双方 ${count(times)} 局和棋中最短的一局` : `${count(times)} 局同类对局中最短的一局`),

  find: "查找对局",
  findHow: "选择参赛者即可列出对局，也可以点击积分榜中的胜、和、负局数。",
  entrant: "参赛者",
  against: "对手",
  anybody: "不限",
  nobody: "选择参赛者",
  result: "结果",
  results: { all: "全部", won: "胜", drawn: "和", lost: "负" },
  of: (a, wanted, b) => spaced(`${a}${b ? `对${b}` : ""}${wanted === "all" ? (b ? "" : "的全部对局") : `的${{ won: "胜局", drawn: "和局", lost: "败局" }[wanted]}`}`),
  none: "没有符合条件的对局。",
};
