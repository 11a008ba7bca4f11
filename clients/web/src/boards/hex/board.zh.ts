import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  about: "红方连通上下，蓝方连通左右：必有一方成功。",
  won: "两边已连通。",
  sides: ["红方", "蓝方"],
  swap: "可以换边：第一子归你，按镜像移到你的两边之间。",
};
