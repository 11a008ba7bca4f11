import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "最后一根被取走了。",
  left: (slots) => `/ ${slots} 根`,
  most: (most) => `每次取 1 到 ${most} 根`,
  heap: (left, slots) => `共 ${slots} 根，剩 ${left} 根`,
  take: (n) => `取 ${n} 根`,
};
