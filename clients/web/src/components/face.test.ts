import { expect, test } from "vitest";
import { inOrder } from "../core/games";
import type { BotView } from "../wire";
import { faceOf } from "./face";

test("a face depends on the settings and not on the name or the order of keys", () => {
  const face = faceOf({ name: "a", depth: 4, evaluation: { name: "lines", weights: { x: 1, y: 2 } } });
  expect(faceOf({ evaluation: { weights: { y: 2, x: 1 }, name: "lines" }, depth: 4, name: "b" })).toEqual(face);
  expect(faceOf({ name: "a", depth: 5 })).not.toEqual(face);
  for (const [x, y] of face.cells) expect(face.cells).toContainEqual([4 - x, y]);
});

test("a measured rating never contradicts the order of strength", () => {
  const bot = (name: string, level: number, rating?: number) => ({ name, game: "g", level, ...(rating === undefined ? {} : { rating }) }) as unknown as BotView;
  const bots = [bot("club", 3, 1717), bot("random", 1, 1161), bot("perfect", 4, 1699), bot("textbook", 2)];
  expect(inOrder(bots).map(({ name, rating }) => [name, rating])).toEqual([["club", 1708], ["random", 1161], ["perfect", 1708], ["textbook", undefined]]);
});
