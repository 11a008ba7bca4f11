// The names of the sides and the texts of the rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/gomoku/board", {
  won: (row: number) => `${["Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"][row - 3] ?? String(row)} in a row.`,
  sides: ["Black", "White"] as readonly [string, string],
});
