import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

/** Moves without a cell. */
const OFF_BOARD: Partial<Record<string, string>> = { pass: "停一手", swap: "换边" };

export const zh: Same<typeof words> = {
  board: "棋盘",
  light: "浅色格",
  empty: "空",
  states: { won: "获胜连线", check: "被将军", mate: "被将死", chosen: "已选", planned: "预设着法", possible: "可走", last: "上一步" },
  describe: (parts) => parts.join("，"),
  lands: (point) => `落到 ${point}`,
  play: (move) => `走 ${move}`,
  spare: (move) => OFF_BOARD[move] ?? move,
  listed: (move) => OFF_BOARD[move] ?? move,
  moves: "你的着法",
  becomes: "升变为",
  cancel: "取消",
  plain: "页面不支持这种棋盘，请用着法按钮下棋。",
};
