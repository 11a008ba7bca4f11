import { count } from "../core/format";
import { spaced } from "../core/spaced";
import type { Same } from "../core/language.svelte";
import type { words } from "./poster.words";

export const zh: Same<typeof words> = {
  lede: "一张图看完这个游戏的所有局面。旋转或翻转后相同的局面只画一次。",
  title: (game) => `${game}全图`,
  poster: (game, positions) => `${game}：全部 ${count(positions)} 个局面`,
  legend: ["由内向外，每一圈多走一步。", "圆点标出最佳应手，", "彩色线通向应手之后的局面。"],
  games: "游戏列表",
  loading: "正在求解……",
  none: "这个游戏没有全图：局面太多，或者没有小棋盘。",
  hint: "拖动移动，双指缩放；点击图后可用滚轮缩放。键盘：方向键移动，+ 和 − 缩放，0 显示全部。点击局面可以查看它的着法。",
  zoomIn: "放大",
  zoomOut: "缩小",
  fit: "显示全部",
  save: "保存全图（SVG）",
  here: "选中的局面",
  ply: (ply, positions) => `第 ${count(ply)} 步之后，这一圈共 ${count(positions)} 个局面。`,
  begun: "初始局面。",
  over: "对局已经结束。",
  result: (result) => `结果：${result}。`,
  moves: "着法",
  best: "最佳",
  wins: (side) => spaced(`${side}胜`),
  drawn: "和棋",
  back: "返回上一个",
  fresh: "回到开局",
  analyse: "分析这个局面",
  step: "逐步演示搜索",
  open: "查看所有局面的全图",
};
