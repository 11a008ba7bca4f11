import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: (row) => `连成${["三", "四", "五", "六", "七", "八", "九"][row - 3] ?? ` ${row} `}子。`,
  sides: ["黑方", "白方"],
};
