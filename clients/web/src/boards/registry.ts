// The board of each game is in the folder with the game's name. A new board is a folder with an `index.ts` that
// exports a `GameBoard`; nothing else on the page names a game (a test checks this).

import type { GameView } from "../wire";
import type { AnalysisDefaults, GameBoard } from "./board";
import plain from "./shared/plain";

const folders = import.meta.glob<{ default: GameBoard }>("./*/index.ts", { eager: true });
const boards = new Map(Object.entries(folders).map(([path, { default: board }]) => [path.split("/")[1], board]));

/** The board of a game. Without a folder, a grid gets crosses and noughts, others get buttons. */
export function boardOf(game: string): GameBoard {
  return boards.get(game) ?? plain;
}

/** The names of a game's sides on its board. */
export function sidesOf(game: GameView): readonly [string, string] {
  return boardOf(game.name).sides ?? game.sides;
}

/** The description of a game with the sides of its board. */
export function aboutOf(game: GameView): string {
  return boardOf(game.name).about ?? game.about;
}

export function analysisOf(game: string): AnalysisDefaults {
  return { depth: 6, treeDepth: 1, big: false, exchanges: false, ...boardOf(game).analysis };
}
