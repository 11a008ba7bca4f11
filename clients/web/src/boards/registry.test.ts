// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { boardOf } from "./registry";
import plain from "./shared/plain";

const boards = import.meta.dirname;
const src = join(boards, "..");
const games = readdirSync(boards, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "shared")
  .map((entry) => entry.name);
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ts|svelte|css)$/.test(file))
  .map((file) => relative(src, join(src, file)).split(sep).join("/"));

test("every folder has the board of the game with the folder's name", () => {
  expect(games.length).toBeGreaterThanOrEqual(8);
  for (const game of games) {
    const board = boardOf(game);
    expect(board, game).not.toBe(plain);
    expect([board.Board, board.Icon, board.Piece].every(Boolean), game).toBe(true);
  }
  expect(boardOf("a game of another server")).toBe(plain);
});

describe("only a game's own folder names the game", () => {
  /** Games named by ordinary English words. They count only as string literals, and not as the kind of a diagram. */
  const ordinary = ["tree"];
  const naming = (game: string) =>
    ordinary.includes(game) ? new RegExp(`(?<!kind(:| ===| !==) )["'\`]${game}["'\`]`) : new RegExp(`\\b${game}\\b`, "i");
  test.each(games)("%s", (game) => {
    // Skip the generated wire types and the samples. This file must list the ordinary words.
    const outside = files.filter((file) => !/^(wire\/|wire\.samples|boards\/registry\.test)/.test(file) && !file.startsWith(`boards/${game}/`));
    const found = outside.filter((file) => naming(game).test(readFileSync(join(src, file), "utf8")));
    expect(found).toEqual([]);
  });
});
