import type { Same } from "../core/language.svelte";
import type { words } from "./switches.words";

export const zh: Same<typeof words> = {
  off: "关",
  unset: "默认",
  isDefault: (value) => `默认 ${value}`,
  alters: "会改变搜索值",
  add: "添加一项",
  earlier: (key) => `${key}：前移`,
  later: (key) => `${key}：后移`,
  remove: (key) => `${key}：去掉`,
  natural: "按游戏列出着法的顺序",
};
