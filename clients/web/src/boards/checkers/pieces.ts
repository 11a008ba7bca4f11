import type { Side } from "../../wire";

const NAMES: Record<string, string> = { m: "man", k: "king" };

/** The second side's letters are capitals. */
export function owner(mark: string): Side {
  return mark === mark.toLowerCase() ? "first" : "second";
}

/** "white king". */
export function pieceName(mark: string, sides: readonly [string, string]): string {
  const side = sides[owner(mark) === "first" ? 0 : 1].toLowerCase();
  return `${side} ${NAMES[mark.toLowerCase()] ?? mark}`;
}
