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

/** What a picture consists of: filled outlines, and the centres and radii of wheels and heads. */
interface Picture {
  outline: string;
  wheels?: readonly (readonly [number, number, number])[];
  heads?: readonly (readonly [number, number, number])[];
}

/** Pictures of the pieces in a 100 by 100 box, for readers who do not know the characters. */
export const PICTURES: Record<string, Picture> = {
  K: { outline: "M31 62l-6-28 14 11 11-19 11 19 14-11-6 28zM31 66h38v8H31z" },
  A: { outline: "M37 60V46q0-16 13-16t13 16v14zM21 48h14v7H21zM65 48h14v7H65zM31 64h38v9H31z" },
  B: { outline: "M77 73V52q0-18-20-18H46q-11-8-19 2-6 8-3 19l-2 13q-1 6 4 6t5-6l2-10q6 4 11 3v12h9V63h12v10z" },
  N: { outline: "M36 74c-1-13 11-18 12-27-5 5-8 6-12 8-4 2-8-1-9-5-1-3 0-5 2-7l10-15 2-10 9 8c17 3 24 21 21 48z" },
  R: { outline: "M27 33q23-14 46 0v5H27zM33 38h5v9h-5zM62 38h5v9h-5zM27 47h46v6H27z", wheels: [[50, 64, 10]] },
  C: { outline: "M24 52l42-19 6 13-42 19zM30 74l12-14 18 14z", wheels: [[45, 64, 10]] },
  P: { outline: "M31 74q0-22 17-22t17 22zM66 33l4-8 4 8-2 2v39h-4V35z", heads: [[48, 39, 11]] },
};

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
