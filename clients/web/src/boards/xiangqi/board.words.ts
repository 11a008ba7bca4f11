// The names of pieces.

import { say } from "../../core/language.svelte";

export const words = say("boards/xiangqi/board", {
  won: "The general cannot escape.",
  names: {
    K: "general", A: "advisor", B: "elephant", N: "horse", R: "rook", C: "cannon", P: "soldier",
    k: "general", a: "advisor", b: "elephant", n: "horse", r: "rook", c: "cannon", p: "soldier",
  } as Record<string, string>,
  move: (written: string): string => written,
  piece: (side: string, name: string) => `${side.toLowerCase()} ${name}`,
});
