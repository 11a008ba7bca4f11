// The names of the sides and the texts of the rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/hex/board", {
  about: "Red connects top and bottom, Blue left and right: one of them must succeed.",
  won: "Both edges connected.",
  sides: ["Red", "Blue"] as readonly [string, string],
  swap: "You may take the first stone over: it becomes yours, mirrored to your edges.",
});
