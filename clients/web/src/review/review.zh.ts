import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import { spaced } from "../core/spaced";
import type { words } from "./review.words";

export const zh: Same<typeof words> = {
  title: "转折点",
  about: "服务器逐个评估局面，找出改变胜负的着法。",
  goOn: "继续查找",
  progress: (done, of) => `第 ${count(done)} 个局面，共 ${count(of)} 个`,
  stop: "停止",
  none: "在这次搜索能看到的范围内，没有改变胜负的着法。",
  notAll: (n) => `${count(n)} 个局面未能评估。`,
  searched: (from, to) => (from === to ? `各局面的搜索深度为 ${count(to)}。` : `各局面的搜索深度为 ${count(from)} 到 ${count(to)}。`),
  move: (name, move) => `${name}：${move}`,
  changed: (from, to) => `由${from}变为${to}`,
  own: (won) => (won ? "你在这里错过了胜利。" : "你在这里走错了。"),
  promises: { win: "胜势", even: "未定", draw: "和棋", loss: "败势", better: "优势", equal: "均势", worse: "劣势" },
  decided: (reason) => `${reason}这决定了胜负：在这次搜索能看到的范围内，最后的局面并没有输。`,
  better: (move) => `更好的着法：${move}`,
  late: "搜索在这步之后才看出变化，也没有找到更好的着法。",
  seen: (name, move, depth, later) => spaced(`${name}在 ${count(later)} 步之后（${move}）${depth > 0 ? `搜到深度 ${count(depth)} 时` : ""}发现。`),
  retry: "从这里再试一次",
  noMistake: "在这次搜索能看到的范围内，你没有改变胜负的着法，因此没有可以重新开始的转折点。",
  refutation: "演示反驳",
  inLine: (at) => (at === 0 ? "反驳变例" : `反驳变例，第 ${count(at)} 步`),
  closing: "关闭",
  step: (at, of) => `第 ${count(at)} 步，共 ${count(of)} 步`,
  back: "后退",
  on: "下一步",
  analyse: "分析",

  again: "重新思考",
  againAbout: (name, move) => spaced(`重新运行${name}走 ${move} 时的搜索。`),
  thinking: "正在搜索……",
  equal: (found, move) => `这次得到 ${found}，与 ${move} 同样好，当时是随机选择的。`,
  same: (move) => `搜索再次得到 ${move}。`,
  differs: (found, move, why, share) => `这次得到 ${found}。${{ random: `当时的 ${move} 是随机走的：它有 ${share} 的着法随机选择。`, book: `当时的 ${move} 来自它的开局库。`, clock: `它按时间思考，当时的 ${move} 用了不同的时间。`, unknown: `当时的 ${move} 来自开局库、随机选择或更多的搜索量。` }[why]}`,
};
