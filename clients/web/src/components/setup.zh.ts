import type { Same } from "../core/language.svelte";
import type { words } from "./setup.words";

export const zh: Same<typeof words> = {
  board: "要搜索的局面",
  how: "在棋盘上",
  play: "走棋",
  place: "摆子",
  tools: "点一下放什么",
  clear: "清除",
  turn: "轮走方",
  fresh: "从开局开始",
  empty: "清空棋盘",
  back: "退一步",
  position: "局面",
  positionHint: "开局",
  moves: "其后的着法",
  movesHint: "无",
  over: "这里已经终局。",
  toMove: (side) => `轮到${side}走。`,
};
