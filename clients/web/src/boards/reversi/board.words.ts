// The texts of the rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/reversi/board", {
  won: "More discs at the end.",
  empty: (n: number) => `${n === 1 ? "the empty square counts" : `the ${n} empty squares count`} for the winner`,
  discs: (n: number) => (n === 1 ? "disc" : "discs"),
});
