import type { Side } from "../../wire";
import { words } from "./board.words";

/** The second side's letters are capitals. */
export function owner(mark: string): Side {
  return mark === mark.toLowerCase() ? "first" : "second";
}

/** Returns a name such as "white king". */
export function pieceName(mark: string, sides: readonly [string, string]): string {
  return words.piece(sides[owner(mark) === "first" ? 0 : 1], words.names[mark.toLowerCase()] ?? mark);
}
