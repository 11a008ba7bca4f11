// The names of pieces and the texts of rules.

import { say } from "../../core/language.svelte";

export const words = say("boards/checkers/board", {
  won: "The other side has no move left.",
  names: { m: "man", k: "king" } as Record<string, string>,
  piece: (side: string, name: string) => `${side.toLowerCase()} ${name}`,
  pieces: (n: number) => (n === 1 ? "piece" : "pieces"),
  capture: "You must capture.",
});
