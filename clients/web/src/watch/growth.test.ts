// @vitest-environment node
import { expect, test } from "vitest";
import type { ThinkingMessage } from "../core/types";
import { grown } from "./growth";

const told = (depth: number, line: string[], moves: [string, number][]): ThinkingMessage => ({
  type: "thinking",
  match: "m",
  thought: { ply: 0, side: "first", value: moves[0]?.[1] ?? 0, depth, nodes: depth * 10, line, ms: 1, from: "search" },
  moves: moves.map(([move, value], i) => ({ move, value, exact: i === 0, nodes: 10 })),
});
const drawn = (messages: ThinkingMessage[]) => grown(messages).nodes.map(({ move, ply, row, best, from }) => [from?.move ?? "", move, ply, row, best]);

test("grows by the lines of all depths, the newest on the first row", () => {
  const first = told(2, ["a", "b"], [["a", 5], ["c", 1]]);
  expect(drawn([first])).toEqual([["", "a", 1, 0, true], ["a", "b", 2, 0, true], ["", "c", 1, 1, false]]);
  const second = told(3, ["a", "d", "e"], [["a", 4], ["c", 2]]);
  expect(drawn([first, second])).toEqual([
    ["", "a", 1, 0, true],
    ["a", "d", 2, 0, true],
    ["d", "e", 3, 0, true],
    ["a", "b", 2, 1, false],
    ["", "c", 1, 2, false],
  ]);
  expect(grown([first, second]).nodes.filter(({ fresh }) => fresh).map(({ move }) => move)).toEqual(["d", "e"]);
});

test("keeps the values of the newest root moves, and drops root moves that are no longer among them", () => {
  const messages = [told(1, ["x", "y"], [["x", 9]]), told(2, ["a", "b"], [["a", 3], ["b", -2]])];
  const { nodes, rows } = grown(messages);
  expect(nodes.filter(({ ply }) => ply === 1).map(({ move, value, exact }) => [move, value, exact])).toEqual([["a", 3, true], ["b", -2, false]]);
  expect(rows).toBe(2);
});

test("draws a bounded part of a long search", () => {
  const line = Array.from({ length: 40 }, (_, i) => `m${i}`);
  const moves = ["m0", ...Array.from({ length: 30 }, (_, i) => `r${i}`)].map((move, i): [string, number] => [move, -i]);
  const { nodes } = grown([told(40, line, moves)]);
  expect(nodes.filter(({ ply }) => ply === 1)).toHaveLength(6);
  expect(Math.max(...nodes.map(({ ply }) => ply))).toBe(6);
});

test("nothing is drawn before the first result", () => expect(grown([])).toEqual({ nodes: [], rows: 0 }));
