import type { Diagram, Side } from "../../wire";
import type { Standing } from "../board";
import { words } from "./board.words";

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** White's letters are capitals, as in FEN. */
export function owner(mark: string): Side {
  return mark === mark.toUpperCase() ? "first" : "second";
}

/** Returns a name such as "white knight". */
export function pieceName(mark: string, sides: readonly [string, string]): string {
  return words.piece(sides[owner(mark) === "first" ? 0 : 1], words.names[mark.toLowerCase()] ?? mark);
}

const FIGURINES: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** Turns "Nf3" into "♘f3". The letters of castling stay as they are. */
export function figurines(written: string): string {
  return written.replace(/[KQRBN]/g, (letter) => FIGURINES[letter] ?? letter);
}

/** The possible promotions of a pawn. */
export const choices = {
  order: "qrbn",
  name: (choice: string) => words.names[choice] ?? choice,
  mark: (choice: string, side: Side) => (side === "first" ? choice.toUpperCase() : choice),
};

/** Returns the material advantage, and the opponent's pieces that this side has captured beyond an even exchange. */
export function standing(diagram: Diagram, side: Side): Standing | undefined {
  const more = (kind: string) => diagram.cells.filter((mark) => mark.toLowerCase() === kind).reduce((sum, mark) => sum + (owner(mark) === side ? 1 : -1), 0);
  const ahead = Object.entries(WORTH).reduce((sum, [kind, worth]) => sum + more(kind) * worth, 0);
  const taken = Object.keys(WORTH).flatMap((kind) => Array.from({ length: Math.max(0, more(kind)) }, () => (side === "first" ? kind : kind.toUpperCase())));
  return ahead > 0 || taken.length > 0 ? { value: ahead > 0 ? `+${ahead}` : "", unit: "", taken } : undefined;
}
