import type { Same } from "../core/language.svelte";
import type { words } from "./positionTools.words";

export const zh: Same<typeof words> = {
  group: "当前局面",
  analyse: "分析",
  steps: "逐步",
  stepsHint: "逐步观看对这个局面的搜索",
  playOn: "接着下",
  playOnHint: "从这里另开一局，与机器人下下去",
  share: "分享",
  link: "链接",
  position: "局面",
  positionHint: "复制局面",
  moves: "着法",
  movesHint: "复制着法",
  copied: "已复制",
  record: (notation) => notation.toUpperCase(),
  recordHint: (notation) => `把整盘棋复制为 ${notation.toUpperCase()}`,
  save: "保存",
  saveHint: (notation) => `把整盘棋存为 ${notation.toUpperCase()} 文件`,
};
