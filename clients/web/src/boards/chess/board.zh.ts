import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

export const zh: Same<typeof words> = {
  won: "将死。",
  names: { p: "兵", n: "马", b: "象", r: "车", q: "后", k: "王" },
  piece: (side, name) => side.replace(/方$/, "") + name,
};
