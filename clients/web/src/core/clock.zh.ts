import type { Same } from "./language.svelte";
import type { words } from "./clock.words";

export const zh: Same<typeof words> = {
  clock: "棋钟",
  aMove: (time) => `每步 ${time}`,
  delayed: (setting, delay) => `${setting}，延时 ${delay}`,
  kinds: { none: "不计时", days: "通讯棋", custom: "自定义" },
  none: "不限时，不会超时判负。",
  meaning: (minutes, seconds) => `双方各 ${minutes} 分钟${seconds > 0 ? `，每走一步加 ${seconds} 秒` : "，整局共用"}。`,
  days: "每步天数",
  minutes: "每方分钟数",
  increment: "每步加时（秒）",
  delay: "每步延时（秒）",
  period: "时段步数",
  allMoves: "全局",
};
