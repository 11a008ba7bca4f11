import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "对方无棋可走。",
  names: { m: "兵", k: "王" },
  piece: (side, name) => side.replace(/方$/, "") + name,
  pieces: () => "子",
  capture: "有子可吃，必须吃。",
};
