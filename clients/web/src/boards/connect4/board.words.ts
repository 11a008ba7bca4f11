// Sides and the aim in words.

import { say } from "../../core/language.svelte";

export const words = say("boards/connect4/board", {
  won: "Four in a row.",
  sides: ["Red", "Yellow"] as readonly [string, string],
});
