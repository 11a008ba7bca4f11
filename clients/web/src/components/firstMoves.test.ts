import { expect, test, vi } from "vitest";
import type { MatchRecord, PositionBody } from "../wire";
import { FirstMoves } from "./firstMoves";

const record = (id: string, moves: string[]): MatchRecord => ({ id, game: "a-game", options: {}, opening: { moves: [] }, seats: [{ name: "a" }, { name: "b" }] as MatchRecord["seats"], seed: 1, moves, verdict: { outcome: "draw", by: "rules" }, nodes: [] });

test("the first moves are shown in human notation, and each record is requested once", async () => {
  const read = vi.fn(({ moves }: PositionBody) => Promise.resolve({ notation: [moves].flat().map((move) => `${move}!`) }));
  const first = new FirstMoves(2, read);
  await first.learn([record("one", ["e2e4", "e7e5", "g1f3"]), record("two", ["d2d4"])]);
  await first.learn([record("one", ["e2e4", "e7e5", "g1f3"]), record("three", ["c2c4"])]);
  expect(["one", "two", "three"].map((id) => first.of({ id }))).toEqual([["e2e4!", "e7e5!"], ["d2d4!"], ["c2c4!"]]);
  expect(read).toHaveBeenCalledTimes(3);
});

test("only one record is requested for a game whose move texts are already human notation", async () => {
  const read = vi.fn(() => Promise.resolve({}));
  const first = new FirstMoves(2, read);
  await first.learn(["one", "two", "three"].map((id) => record(id, [id, "b2"])));
  expect(first.of({ id: "three" })).toEqual(["three", "b2"]);
  expect(read).toHaveBeenCalledOnce();
});

test("a failed request leaves the record out and is repeated later", async () => {
  const read = vi.fn((_: PositionBody) => Promise.resolve({ notation: ["e4"] }));
  read.mockRejectedValueOnce(new Error("offline"));
  const first = new FirstMoves(2, read);
  await first.learn([record("one", ["e2e4"])]);
  expect(first.of({ id: "one" })).toBeUndefined();
  await first.learn([record("one", ["e2e4"])]);
  expect(first.of({ id: "one" })).toEqual(["e4"]);
});
