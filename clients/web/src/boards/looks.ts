// What each game's board looks like and how its moves are chosen. A game that is not listed gets crosses and noughts.

import type { Side } from "../wire";
import type { GridDiagram } from "../core/types";
import { column, fromTo, path, place, type Notation } from "./input";

export interface Look {
  /** Which pieces and what ground they stand on. */
  style: "marks" | "frame" | "felt" | "lines" | "chess" | "checkers";
  notation: Notation;
  /** The side that sees the board turned round, so that its own pieces are the near ones. */
  turnedFor?: Side;
  /** Whether the points that may be chosen are shown before anything is chosen. */
  hints?: boolean;
  /** Room beside and below the board for the names of rows and columns, in hundredths of a cell. */
  margin?: { left: number; below: number };
  /** Worth saying to whoever has these moves. */
  notice?: (legal: readonly string[]) => string;
}

/** The frame goes on a little below its holes. */
export const FRAME_FOOT = 26;

const MARKS: Look = { style: "marks", notation: place };
const looks: Record<string, Look> = {
  tictactoe: MARKS,
  connect4: { style: "frame", notation: column, margin: { left: 0, below: FRAME_FOOT } },
  reversi: { style: "felt", notation: place, hints: true },
  gomoku: { style: "lines", notation: place, margin: { left: 60, below: 60 } },
  chess: { style: "chess", notation: fromTo, turnedFor: "second" },
  checkers: {
    style: "checkers",
    notation: path,
    turnedFor: "first",
    hints: true,
    notice: (legal) => (legal.some((move) => move.includes("x")) ? "You must capture." : ""),
  },
};

export function lookOf(game: string): Look {
  return looks[game] ?? MARKS;
}

const CHESS_NAMES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const CHECKERS_NAMES: Record<string, string> = { m: "man", k: "king" };

/** Whose a piece is. In FEN white's letters are capitals; in checkers the second side's are. */
export function ownerOf(style: Look["style"], mark: string): Side {
  if (style === "chess") return mark === mark.toUpperCase() ? "first" : "second";
  if (style === "checkers") return mark === mark.toLowerCase() ? "first" : "second";
  return mark === "o" ? "second" : "first";
}

/** "white knight", "black king", or the side alone: "X". */
export function pieceName(style: Look["style"], mark: string, sides: readonly [string, string]): string {
  if (mark === "") return "empty";
  const side = sides[ownerOf(style, mark) === "first" ? 0 : 1];
  const names = style === "chess" ? CHESS_NAMES : style === "checkers" ? CHECKERS_NAMES : undefined;
  const kind = names?.[mark.toLowerCase()];
  return kind ? `${side.toLowerCase()} ${kind}` : side;
}

/** What a pawn may become, in words. */
export function choiceName(choice: string): string {
  return CHESS_NAMES[choice] ?? choice;
}

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };

export interface Standing {
  value: string;
  /** What is counted, where the number alone does not say. */
  unit: string;
}

/** How a side stands by what is on the board, where that says something: 12 discs, or material of +3. */
export function standing(game: string, diagram: GridDiagram, side: Side): Standing | undefined {
  const { style } = lookOf(game);
  const marks = diagram.cells.filter((mark) => mark !== "");
  const own = marks.filter((mark) => ownerOf(style, mark) === side);
  const counted = (unit: string) => ({ value: String(own.length), unit: own.length === 1 ? unit : `${unit}s` });
  if (style === "felt") return counted("disc");
  if (style === "checkers") return counted("piece");
  if (style !== "chess") return undefined;
  const worth = (all: string[]) => all.reduce((sum, mark) => sum + (WORTH[mark.toLowerCase()] ?? 0), 0);
  const ahead = 2 * worth(own) - worth(marks);
  return ahead > 0 ? { value: `+${ahead}`, unit: "" } : undefined;
}

/** The cell of a column that a piece dropped into it comes to rest on, as the drawing needs it to show the way. */
export function restingCell(diagram: GridDiagram, index: number): number {
  const { columns, rows, cells } = diagram;
  for (let row = rows - 1; row >= 0; row--) {
    const at = row * columns + (index % columns);
    if (cells[at] === "") return at;
  }
  return index;
}
