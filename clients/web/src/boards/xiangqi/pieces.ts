import type { Side } from "../../wire";
import { words } from "./board.words";

/** The traditional characters of the pieces. */
export const CHARACTERS: Record<string, string> = {
  K: "帥",
  A: "仕",
  B: "相",
  N: "傌",
  R: "俥",
  C: "炮",
  P: "兵",
  k: "將",
  a: "士",
  b: "象",
  n: "馬",
  r: "車",
  c: "砲",
  p: "卒",
};

/** The letters of moves in WXF, where they are not those of a FEN. */
const LETTERS: Record<string, string> = { B: "E", N: "H" };

export function letter(mark: string): string {
  const kind = mark.toUpperCase();
  return LETTERS[kind] ?? kind;
}

/** The first side's letters are capitals. */
export function owner(mark: string): Side {
  return mark === mark.toUpperCase() ? "first" : "second";
}

/** Returns a name such as "red cannon". */
export function pieceName(mark: string, sides: readonly [string, string]): string {
  return words.piece(sides[owner(mark) === "first" ? 0 : 1], words.names[mark] ?? mark);
}
