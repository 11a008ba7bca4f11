import { expect, test } from "vitest";
import { layOut } from "../boards/shared/layout";
import { heightOf, rowsOf, yOf } from "./paint";
import type { TraceNode } from "./trace";

test("a tree is as high as its rows, with room for labels below the last one", () => {
  const leaf = { children: [] as TraceNode[] } as TraceNode;
  const rows = rowsOf(layOut({ children: [leaf, { children: [leaf] as TraceNode[] }] } as TraceNode));
  expect(rows.rows.map((row) => row.length)).toEqual([1, 2, 1]);
  expect(heightOf(rows)).toBeGreaterThan(yOf(2) + 30);
  expect(heightOf(rows)).toBeLessThan(yOf(3));
});
