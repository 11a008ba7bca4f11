import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./findings.words";

export const zh: Same<typeof words> = {
  verdict: "结论",
  nothing: "还没有结束的对局。",
  won: (winner, points, of, share, underWay, byes) => `${winner} ${underWay ? "暂时领先" : "获得第一"}：${count(of)} 局${byes > 0 ? `和 ${count(byes)} 次轮空` : ""}得 ${points} 分${share ? `（${share}）` : ""}`,
  shared: (winners, points, of, underWay) => `${winners.join("、")} ${underWay ? "暂时并列第一" : "并列第一"}：各 ${count(of)} 局得 ${points} 分。`,
  own: (name, points, of, share, underWay) => `${name} ${underWay ? "目前 " : ""}${count(of)} 局得 ${points} 分${share ? `（${share}）` : ""}。`,
  outscored: (met, ahead, level, behind, clearest) => {
    const parts = [ahead > 0 && `得分高于 ${count(ahead)} 个`, level > 0 && `与 ${count(level)} 个持平`, behind > 0 && `低于 ${count(behind)} 个`].filter((part) => part !== false);
    return `在 ${count(met)} 个对手中，${parts.join("，")}${behind === 0 ? "" : `：${clearest.join("、")}${behind > clearest.length ? `等 ${count(behind)} 名` : ""}`}。`;
  },
  lostTo: (name, score) => `${name}（${score}）`,
  ahead: (elo, second) => `，比 ${second} 高 ${elo} Elo。`,
  level: (second) => `，等级分与 ${second} 相同。`,
  behind: (elo, second) => `，但等级分比 ${second} 低 ${elo} Elo。`,
  before: (second) => `，领先于 ${second}。`,
  alone: "。",
  final: (winner, second, score, bySeed) => `${winner} 夺冠：决赛以 ${score} ${bySeed ? "战平" : "战胜"} ${second}${bySeed ? "，因种子排位靠前而胜出" : ""}。`,
  sure: (than, least, others, all) => `${others === 1 ? `${than} 比${all ? "对手" : "另一名有等级分的参赛者"}强的概率（按全部对局计算）为 ${least}。` : `${than} 比其余 ${count(others)} 名${all ? "" : "有等级分的参赛者"}都强，每一名的概率（按全部对局计算）都不低于 ${least}。`}${all ? "" : "全胜或全负的参赛者没有等级分。"}`,
  alike: (who, names, more) => `按现有结果，还不能断定 ${who} 强于${more > 0 ? `以下等 ${count(names.length + more)} 名` : ""}：${names.join("、")}。概率达到 97.5% 才能断定。`,
  open: (names, more, all, unknown) => `${all ? "强弱都还不能断定" : "部分强弱还不能断定"}：${names.join("、")}${more > 0 ? `等 ${count(names.length + more)} 名` : ""}；概率不低于 97.5% 或不高于 2.5% 才能断定。${unknown > 0 ? `另有 ${count(unknown)} 名因一方全胜而无法计算。` : ""}`,
  likely: (name, likelihood, first, own) => `${name}（${first ? (own ? `${own} 更强的概率为 ` : "概率为 ") : ""}${likelihood}）`,
  unsure: "无法计算把握有多大：全胜或全负的参赛者没有等级分。",
  telling: "最能说明问题的对局",
  kinds: { best: "最佳胜局", worst: "最惨的败局", surprise: "最大冷门", decider: "前两名交锋", win: "第一名的胜局", draw: "和局", loss: "第一名的败局", close: "势均力敌的一对" },
  beat: (winner, loser) => `${winner} 战胜 ${loser}`,
  drew: (a, b) => `${a} 与 ${b} 战和`,
  shortest: (times, drawn) => (times === 1 ? "仅此一局" : drawn ? `双方 ${count(times)} 局和棋中最短的一局` : `${count(times)} 局同类对局中最短的一局`),

  find: "查找对局",
  findHow: "选择参赛者即可列出对局，也可以点击积分榜中的胜、和、负局数。",
  entrant: "参赛者",
  against: "对手",
  anybody: "不限",
  nobody: "选择参赛者",
  result: "结果",
  results: { all: "全部", won: "胜", drawn: "和", lost: "负" },
  of: (a, wanted, b) => `${a} ${b ? `对 ${b}` : ""}${wanted === "all" ? (b ? "" : "的全部对局") : `的${{ won: "胜局", drawn: "和局", lost: "败局" }[wanted]}`}`,
  none: "没有符合条件的对局。",
};
