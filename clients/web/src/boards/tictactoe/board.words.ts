// The texts of the rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/tictactoe/board", {
  won: "Three in a row.",
});
