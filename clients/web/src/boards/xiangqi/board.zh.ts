import type { Same } from "../../core/language.svelte";
import type { words } from "./board.words";

const NUMERALS = "一二三四五六七八九";
const PIECES: Record<string, string> = { K: "将", A: "士", E: "象", H: "马", R: "车", C: "炮", P: "兵" };
const DIRECTIONS: Record<string, string> = { "+": "进", "-": "退", "=": "平" };

/** Writes a move in WXF with characters. It does not say whose move it is, so that both sides have the same characters. */
function move(written: string): string {
  const [, one = "", two = "", direction = "", to] = /^([KAEHRCP1-5])([1-9+-])([+=-])([1-9])$/.exec(written) ?? [];
  if (!to) return written;
  const number = (digit: string) => NUMERALS.charAt(Number(digit) - 1);
  const piece = PIECES[one];
  // Of several soldiers on a file, the place from the front and the file are written.
  const moved = piece ? (two === "+" ? `前${piece}` : two === "-" ? `后${piece}` : piece + number(two)) : (one === "1" ? "前" : number(one)) + number(two);
  return moved + (DIRECTIONS[direction] ?? "") + number(to);
}

export const zh: Same<typeof words> = {
  won: "将死或困毙。",
  names: {
    K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵",
    k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒",
  },
  move,
  piece: (side, name) => side.replace(/方$/, "") + name,
};
