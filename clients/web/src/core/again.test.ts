import { expect, test } from "vitest";
import { searchedLast } from "./again";

test("a move that was searched again appears once, in its first place, with the last result", () => {
  const children = [{ move: "a", value: 1 }, { move: "b", value: 5 }, { move: "b", value: 7 }, { move: "c", value: 0 }];
  expect(searchedLast(children).map(({ child, times }) => [child.move, child.value, times])).toEqual([["a", 1, 1], ["b", 7, 2], ["c", 0, 1]]);
});
