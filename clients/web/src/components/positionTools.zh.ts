import type { Same } from "../core/language.svelte";
import type { words } from "./positionTools.words";

export const zh: Same<typeof words> = {
  group: "当前局面",
  analyse: "分析",
  steps: "逐步看搜索",
  stepsHint: "逐步观看对这个局面的搜索",
  playOn: "从这里接着下",
  playOnHint: "从这里另开一局，与机器人下下去",
  share: "分享",
  link: "复制链接",
  position: "复制局面",
  positionHint: "局面的文字，可粘贴到别处",
  moves: "复制着法",
  movesHint: "到此为止的全部着法",
  copied: "已复制",
  record: (notation) => `复制 ${notation.toUpperCase()}`,
  recordHint: (notation) => `把整盘棋复制为 ${notation.toUpperCase()}`,
  save: "保存",
  saveHint: (notation) => `把整盘棋存为 ${notation.toUpperCase()} 文件`,
};
