import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  board: "棋盘",
  light: "浅色格",
  empty: "空",
  states: { won: "取胜的线", check: "被将军", mate: "被将死", chosen: "已选", planned: "预定", possible: "可走", last: "上一步" },
  describe: (parts) => parts.join("，"),
  play: (move) => `走 ${move}`,
  spare: (move) => ({ pass: "停一手", swap: "换边" })[move] ?? move,
  moves: "你的着法",
  becomes: "升变为",
  cancel: "取消",
  plain: "这个页面还画不出这种棋；可以按着法来下。",
};
