import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import { spaced } from "../core/spaced";
import type { words } from "./placing.words";

const STAGES = { final: "决赛", semifinals: "半决赛", quarterfinals: "四分之一决赛" };

export const zh: Same<typeof words> = {
  swiss: "瑞士制积分表",
  swissAbout: "轮空在这里计两分；积分榜只统计实际对局，不含轮空得分。",
  swissTable: "积分与破同分",
  columns: {
    entrant: ["参赛者", "先比积分，相同时依次比较其后各项。"],
    points: ["积分", "胜 1 分，和 ½ 分，轮空 2 分。"],
    buchholz: ["对手分", "布赫霍尔茨分：所有对手的积分之和。"],
    berger: ["小分", "索内博恩–伯格分：对手的积分按对其得分加权之和。"],
    wins: ["胜", "获胜的局数。"],
    byes: ["轮空", "没有对手的轮数。"],
  },
  bracket: "淘汰赛对阵图",
  stages: "各轮次，从第一轮开始",
  stage: (name) => (name in STAGES ? STAGES[name as keyof typeof STAGES] : name.replace(/^round of (\d+)$/, "$1 强")),
  third: "季军赛",
  alone: "轮空",
  tie: (a, b, score) => spaced(`${a}对${b}：${score}`),
  toCome: "对阵未定",
  bySeed: "战平，种子排位靠前者胜出",
  notBegun: "未开始",
  undecided: "未分胜负",
  goesOn: (name, last, bySeed) => spaced(`${name}${last ? "夺冠" : "晋级"}${bySeed ? "（战平，种子排位靠前）" : ""}`),
  test: "序贯检验",
  h1: (name) => spaced(`接受 H1：就${name}的优势而言，结果更符合较大的差距。`),
  h0: (name) => spaced(`接受 H0：就${name}的优势而言，结果更符合较小的差距。`),
  open: "尚无结论。",
  hypotheses: (text) => `：${text.replace(/^normalised Elo/, "归一化 Elo").replace(/^logistic Elo/, "逻辑斯谛 Elo").replace(/, (\S+) against (\S+)/, "，$1 对 $2").replace(", by encounters", "，按回合计").replace(", by matches", "，按对局计")}。`,
  noRatio: "尚无定义",
  ratio: (llr, low, high) => `对数似然比 ${llr}，上下界为 ${high} 和 ${low}。`,
  encounters: (counts) => `得 0、½、1、1½、2 分的回合数：${counts}。`,
  judged: (n, counted, leftOut) => `已计入 ${count(n)} ${counted === "matches" ? "局" : "个回合"}${leftOut > 0 ? `；另有 ${count(leftOut)} 个与之前的重复，不计入` : ""}。`,
  course: (encounters, low, high) => `${count(encounters)} 个回合的对数似然比，上下界为 ${high} 和 ${low}`,
  at: (hypothesis, bound) => `${hypothesis}：${bound}`,
};
