// The names of pieces.

import { say } from "../../core/language.svelte";

export const words = say("boards/chess/board", {
  won: "Checkmate.",
  names: { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" } as Record<string, string>,
  piece: (side: string, name: string) => `${side.toLowerCase()} ${name}`,
});
