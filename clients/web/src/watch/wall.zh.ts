import { count } from "../core/format";
import type { Same } from "../core/language.svelte";
import type { words } from "./wall.words";

export const zh: Same<typeof words> = {
  open: "投影模式",
  about: "在整个屏幕上轮流显示正在进行的对局，适合投影",
  title: "正在进行的对局",
  close: "退出投影模式",
  hold: "停留",
  goOn: "继续轮播",
  next: "下一局",
  at: (n, of) => `${count(n)} / ${count(of)}`,
  plies: (n) => `${count(n)} 步`,
  evaluation: (height) => `形势：先手${height >= 0 ? "优" : "劣"} ${count(Math.round(100 * Math.abs(height)))}/100`,
  depth: (depth) => `深度 ${count(depth)}`,
  nodes: (nodes) => `${nodes} 结点`,
  last: (move) => `上一步：${move}`,
  pairing: (first, second) => `下一组对阵：${first} – ${second}`,
  awaitsRound: "本轮结束后编排下一轮。",
  upNext: (first, second) => `接下来：${first} – ${second}`,
  turned: (name) => `转折点：局势倒向 ${name}`,
  archive: "精彩回放",
  none: "没有正在进行的对局。",
  standings: "积分榜",
  standingsAbout: "积分 / 已下局数",
};
