import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "连成四子。",
  sides: ["红方", "黄方"],
};
