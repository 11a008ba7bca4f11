// The names of the sides and the texts of the rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/connect4/board", {
  won: "Four in a row.",
  sides: ["Red", "Yellow"] as readonly [string, string],
});
