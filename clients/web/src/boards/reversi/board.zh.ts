import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "终局时子多。",
  discs: () => "子",
};
