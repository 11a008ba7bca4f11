import { expect, test } from "vitest";
import { chain, rows } from "./strike";

const at = (...points: [number, number][]) => points.map(([column, row]) => ({ x: column * 100, y: row * 100 }));

test("a straight win is one segment that extends beyond its outer pieces", () => {
  expect(rows(at([0, 2], [1, 2], [2, 2]))).toEqual([{ x1: 16, y1: 250, x2: 284, y2: 250 }]);
  expect(rows(at([0, 0], [1, 1], [2, 2], [3, 3]))).toEqual([{ x1: 16, y1: 16, x2: 384, y2: 384 }]);
  expect(rows(at([3, 0], [2, 1], [1, 2], [0, 3]))).toEqual([{ x1: 16, y1: 384, x2: 384, y2: 16 }]);
  expect(rows([])).toEqual([]);
});

test("two lines completed by one move are two segments, in any order of the pieces", () => {
  const both = at([3, 2], [0, 2], [2, 2], [1, 2], [3, 3], [3, 5], [3, 4]);
  expect(rows(both).map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2])).toEqual([
    [16, 250, 384, 250],
    [350, 216, 350, 584],
  ]);
});

test("a chain has one segment for each pair of neighbours, in any order of the pieces", () => {
  const cells = [{ x: 0, y: 0 }, { x: 100, y: 174 }, { x: 50, y: 87 }];
  expect(chain(cells).map(({ x1, x2 }) => [x1, x2])).toEqual([
    [50, 100],
    [150, 100],
  ]);
});
