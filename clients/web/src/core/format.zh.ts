import { count } from "./format";
import type { words } from "./format.words";
import { spaced } from "./spaced";
import type { Same } from "./language.svelte";

const UNITS = { day: "天", hour: "小时", minute: "分钟", second: "秒" };

export const zh: Same<typeof words> = {
  noClock: "不计时",
  winsIn: (plies) => `${plies} 步内胜`,
  losesIn: (plies) => `${plies} 步内负`,
  hasWon: "已胜",
  hasLost: "已负",
  plyCount: (n) => `${count(n)} 步`,
  round: (n) => (n >= 1e8 && n % 1e7 === 0 ? `${n / 1e8} 亿` : undefined),
  win: "胜",
  loss: "负",
  short: { win: "胜", loss: "负" },
  in: (word, plies) => spaced(`${plies} 步内${word}`),
  by: (word, margin) => `${word} ${margin}`,
  percent: (n) => `${n}%`,
  milliseconds: (n) => `${n}\u00a0毫秒`,
  microseconds: (n) => `${n}\u00a0微秒`,
  seconds: (n) => `${n}\u00a0秒`,
  lessThan: (time) => `不到 ${time}`,
  unit: (n, unit) => `${count(n)} ${UNITS[unit]}`,
  units: (parts) => parts.join(" "),
  date: spaced,
  justNow: "刚刚",
  minutesAgo: (n) => `${n} 分钟前`,
  hoursAgo: (n) => `${n} 小时前`,
  minutes: (n) => `${n} 分钟`,
  hours: (n) => `${n} 小时`,
};
