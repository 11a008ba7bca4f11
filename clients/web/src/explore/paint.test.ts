import { expect, test } from "vitest";
import { layOut } from "../boards/shared/layout";
import { heightOf, letterSize, nodeWidth, rowsOf, yOf } from "./paint";
import type { TraceNode } from "./trace";

test("the height of a tree includes space for the labels below its last row", () => {
  const leaf = { children: [] as TraceNode[] } as TraceNode;
  const rows = rowsOf(layOut({ children: [leaf, { children: [leaf] as TraceNode[] }] } as TraceNode));
  expect(rows.rows.map((row) => row.length)).toEqual([1, 2, 1]);
  expect(heightOf(rows)).toBeGreaterThan(yOf(2) + 30);
  expect(heightOf(rows)).toBeLessThan(yOf(3));
});

test("letters on a tree stay readable at any zoom level", () => {
  expect([letterSize(10, 2), letterSize(10, 1), letterSize(10, 0.8), letterSize(10, 0.3)]).toEqual([20, 10, 10, 10]);
});

test("a leaf with a long move is wider, so that the names of neighbours keep apart", () => {
  const leaf = (name: string) => ({ name, children: [], visits: [] }) as unknown as TraceNode;
  const [short, long, figurine] = ["0", "Qxe7+", "♘xe7+"].map((name) => nodeWidth(leaf(name), false));
  expect([short, Number(long) > Number(short), Number(figurine) > Number(long)]).toEqual([30, true, true]);
});
