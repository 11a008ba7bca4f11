import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  tree: "博弈树",
  about: "尖朝上的三角形走向最大值，尖朝下的走向最小值。",
  leaf: (value) => `值 ${value}`,
  inner: (children) => `内部结点，有 ${children} 个子结点`,
  root: "根结点",
  move: (move) => `着法 ${move}`,
  node: (where, what, here) => `${where}：${what}${here ? "，当前结点" : ""}`,
};
