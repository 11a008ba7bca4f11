// Which board a game has: the folder here that bears the game's name. To add a board is to add a folder with an
// `index.ts` that exports a `GameBoard`; nothing else on the page names a game (a test sees to that).

import type { GameView } from "../wire";
import type { AnalysisDefaults, GameBoard } from "./board";
import plain from "./shared/plain";

const folders = import.meta.glob<{ default: GameBoard }>("./*/index.ts", { eager: true });
const boards = new Map(Object.entries(folders).map(([path, { default: board }]) => [path.split("/")[1], board]));

/** The board of a game; a game without a folder gets crosses and noughts, or buttons. */
export function boardOf(game: string): GameBoard {
  return boards.get(game) ?? plain;
}

/** What the sides of a game are called on its board. */
export function sidesOf(game: GameView): readonly [string, string] {
  return boardOf(game.name).sides ?? game.sides;
}

/** What a game is about, by the sides of its board. */
export function aboutOf(game: GameView): string {
  return boardOf(game.name).about ?? game.about;
}

export function analysisOf(game: string): AnalysisDefaults {
  return { depth: 6, treeDepth: 1, big: false, exchanges: false, ...boardOf(game).analysis };
}
