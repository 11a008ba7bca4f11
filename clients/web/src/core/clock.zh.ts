import type { Same } from "./language.svelte";
import type { words } from "./clock.words";

export const zh: Same<typeof words> = {
  clock: "棋钟",
  aMove: (time) => `每步${time}`,
  delayed: (setting, delay) => `${setting}，延时${delay}`,
  kinds: { none: "不计时", days: "通信棋", custom: "自定义" },
  none: "慢慢想：不会超时判负。",
  meaning: (minutes, seconds) => `双方各 ${minutes} 分钟${seconds > 0 ? `，每走一步加 ${seconds} 秒` : "，用于整场对局"}。`,
  days: "每步天数",
  minutes: "每方分钟数",
  increment: "每步加秒",
  delay: "起钟前延时（秒）",
  period: "每多少步",
  allMoves: "全局",
};
