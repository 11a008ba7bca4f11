import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "终局时子多。",
  empty: (n) => `${n} 个空格归胜方`,
  discs: () => "子",
};
