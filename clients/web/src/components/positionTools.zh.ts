import type { Same } from "../core/language.svelte";
import { spaced } from "../core/spaced";
import type { words } from "./positionTools.words";

export const zh: Same<typeof words> = {
  group: "当前局面",
  analyse: "分析",
  steps: "逐步演示",
  stepsHint: "逐步观看这个局面的搜索过程",
  stepsHintOf: (bot) => spaced(`逐步观看${bot}对这个局面的搜索`),
  playOn: "从这里开始下",
  playOnHint: "以这个局面为起点，与机器人或朋友新开一局",
  more: "更多",
  share: "分享",
  link: "复制链接",
  position: "复制局面",
  positionHint: "复制局面的文本表示",
  moves: "复制着法",
  movesHint: "复制到当前局面为止的着法",
  copied: "已复制",
  record: (notation) => `复制 ${notation.toUpperCase()}`,
  recordHint: (notation) => `以 ${notation.toUpperCase()} 格式复制整局棋`,
  save: "保存",
  saveHint: (notation) => `把整局棋保存为 ${notation.toUpperCase()} 文件`,
};
