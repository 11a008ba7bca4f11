import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "两边已连通。",
  sides: ["红方", "蓝方"],
  swap: "可以换边：第一子归你，按镜像移到你的两边之间。",
};
