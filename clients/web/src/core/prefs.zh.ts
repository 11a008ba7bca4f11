import type { Same } from "./language.svelte";
import type { words } from "./prefs.words";

export const zh: Same<typeof words> = {
  title: "设置",
  language: "语言",
  theme: "配色",
  themes: { system: "跟随系统", light: "浅色", dark: "深色" },
  board: "棋盘",
  boards: { calm: "素色", wood: "木纹", slate: "石板" },
  piece: "棋子",
  pieces: { flat: "平面", lit: "立体", letters: "字母", western: "西式" },
  turn: "轮到我走时",
  sound: "播放提示音",
  notify: "页面不在前台时通知我",
  refused: "浏览器已禁止本站显示通知。",
  done: "完成",
};
