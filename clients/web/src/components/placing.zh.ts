import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./placing.words";

const STAGES = { final: "决赛", semifinals: "半决赛", quarterfinals: "四分之一决赛" };

export const zh: Same<typeof words> = {
  swiss: "瑞士制积分表",
  swissAbout: "这里轮空计两分；积分榜只计对局，不含轮空的分。布霍尔茨分是各对手积分之和；索内博恩–伯格分只计从各对手那里赢得的那一份。",
  swissTable: "积分与同分时的依据",
  columns: ["参赛者", "积分", "布霍尔茨分", "索内博恩–伯格分", "胜", "轮空"],
  bracket: "淘汰赛对阵图",
  stages: "各轮，第一轮在前",
  stage: (name) => (name in STAGES ? STAGES[name as keyof typeof STAGES] : name.replace(/^round of (\d+)$/, "$1 强")),
  third: "第三名",
  alone: "没有对手",
  tie: (a, b, score) => `${a} 对 ${b}：${score}`,
  notBegun: "未开始",
  undecided: "未分胜负",
  goesOn: (name, last, bySeed) => `${name} ${last ? "夺冠" : "晋级"}${bySeed ? "（战平，种子在前）" : ""}`,
  test: "序贯检验",
  h1: (name) => `接受 H1：${name} 确实强出较大的差距。`,
  h0: (name) => `接受 H0：${name} 没有强出较大的差距。`,
  open: "还没有结论。",
  hypotheses: (text) => text.replace(/^normalised Elo/, "归一化 Elo").replace(/^logistic Elo/, "逻辑斯谛 Elo").replace(/, (\S+) against (\S+)/, "，$1 对 $2").replace(", by encounters", "，按回合计").replace(", by matches", "，按对局计"),
  noRatio: "尚无定义",
  ratio: (llr, low, high) => `对数似然比 ${llr}，界为 ${low} 与 ${high}。`,
  encounters: (counts) => `各回合得 0、½、1、1½、2 分的次数：${counts}。`,
  judged: (n, counted, leftOut) => `已判 ${count(n)} ${counted === "matches" ? "盘" : "个回合"}${leftOut > 0 ? `；另有 ${count(leftOut)} 个与先前重复，不计` : ""}。`,
  course: (encounters, low, high) => `${count(encounters)} 个回合的对数似然比，界为 ${low} 与 ${high}`,
  at: (hypothesis, bound) => `${hypothesis}：${bound}`,
};
