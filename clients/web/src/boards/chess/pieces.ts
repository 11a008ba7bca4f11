import type { Diagram, Side } from "../../wire";
import type { Standing } from "../board";
import { words } from "./board.words";

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** White's letters are capitals, as in FEN. */
export function owner(mark: string): Side {
  return mark === mark.toUpperCase() ? "first" : "second";
}

/** "white knight". */
export function pieceName(mark: string, sides: readonly [string, string]): string {
  return words.piece(sides[owner(mark) === "first" ? 0 : 1], words.names[mark.toLowerCase()] ?? mark);
}

/** What a pawn may become. */
export const choices = {
  order: "qrbn",
  name: (choice: string) => words.names[choice] ?? choice,
  mark: (choice: string, side: Side) => (side === "first" ? choice.toUpperCase() : choice),
};

/** Who is ahead by the usual worth of the pieces, and by how much. */
export function standing(diagram: Diagram, side: Side): Standing | undefined {
  const worth = (mark: string) => (WORTH[mark.toLowerCase()] ?? 0) * (owner(mark) === side ? 1 : -1);
  const ahead = diagram.cells.filter((mark) => mark !== "").reduce((sum, mark) => sum + worth(mark), 0);
  return ahead > 0 ? { value: `+${ahead}`, unit: "" } : undefined;
}
