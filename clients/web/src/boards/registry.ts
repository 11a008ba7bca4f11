// Finds the board of a game: the folder here with the game's name. A new board needs only a folder with an `index.ts`
// that exports a `GameBoard`. A test checks that no other file on the page names a game.

import type { GameView } from "../wire";
import type { AnalysisDefaults, GameBoard } from "./board";
import plain from "./shared/plain";

const folders = import.meta.glob<{ default: GameBoard }>("./*/index.ts", { eager: true });
const boards = new Map(Object.entries(folders).map(([path, { default: board }]) => [path.split("/")[1] ?? "", board]));

/** Returns the board of a game. A game without a folder gets crosses and noughts, or buttons. */
export function boardOf(game: string): GameBoard {
  return boards.get(game) ?? plain;
}

/** Returns the game that a new visitor sees: the one whose board needs no request. */
export const openingGame = (): string => [...boards].find(([, { start }]) => start)?.[0] ?? "";

/** Returns the names of a game's sides on its board. */
export function sidesOf(game: GameView): readonly [string, string] {
  return boardOf(game.name).sides ?? game.sides;
}

/** Returns the description of a game, with the names of the sides on its board. */
export function aboutOf(game: GameView): string {
  return boardOf(game.name).about ?? game.about;
}

export function analysisOf(game: string): AnalysisDefaults {
  return { depth: 6, treeDepth: 1, big: false, exchanges: false, ...boardOf(game).analysis };
}
