// The texts of the rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/reversi/board", {
  won: "More discs at the end.",
  discs: (n: number) => (n === 1 ? "disc" : "discs"),
});
