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

test("every folder is the board of its game", () => {
  expect(games.length).toBeGreaterThanOrEqual(8);
  for (const game of games) {
    const board = boardOf(game);
    expect(board, game).not.toBe(plain);
    expect([board.Board, board.Icon, board.Piece].every(Boolean), game).toBe(true);
  }
  expect(boardOf("a game of another server")).toBe(plain);
});

describe("games are named only in their own folders", () => {
  /** Ordinary words count only as a text, not as the kind of a diagram. */
  const ordinary = ["tree"];
  const naming = (game: string) =>
    ordinary.includes(game) ? new RegExp(`(?<!kind(:| ===| !==) )["'\`]${game}["'\`]`) : new RegExp(`\\b${game}\\b`, "i");
  test.each(games)("%s", (game) => {
    // Exempts generated wire types, samples, and this file.
    const outside = files.filter((file) => !/^(wire\/|wire\.samples|boards\/registry\.test)/.test(file) && !file.startsWith(`boards/${game}/`));
    const found = outside.filter((file) => naming(game).test(readFileSync(join(src, file), "utf8")));
    expect(found).toEqual([]);
  });
});
