import { spaced } from "../core/spaced";
import type { Same } from "../core/language.svelte";
import type { words } from "./setup.words";

export const zh: Same<typeof words> = {
  board: "要搜索的局面",
  how: "棋盘操作",
  play: "走棋",
  place: "摆子",
  tools: "要摆放的棋子",
  clear: "移除",
  turn: "轮到哪方走",
  fresh: "恢复初始局面",
  empty: "清空棋盘",
  back: "撤回一步",
  position: (fen) => (fen ? "局面（FEN）" : "局面"),
  positionHint: "初始局面",
  moves: "其后的着法",
  movesHint: "无",
  over: "对局在这个局面已经结束。",
  toMove: (side) => spaced(`轮到${side}走。`),
};
