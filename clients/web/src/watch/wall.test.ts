import { expect, test } from "vitest";
import { nextOf } from "./wall";

const boards = ["a", "b", "c"].map((key) => ({ key, game: "g", first: "x", second: "y", ply: 1 }));

test("the wall goes round, also when the shown board has ended", () => {
  expect(nextOf(boards, undefined, 0)?.key).toBe("a");
  expect(nextOf(boards, "a", 0)?.key).toBe("b");
  expect(nextOf(boards, "c", 2)?.key).toBe("a");
  expect(nextOf(boards.slice(1), "a", 0)?.key).toBe("b");
  expect(nextOf(boards.slice(0, 2), "c", 2)?.key).toBe("a");
  expect(nextOf([], "a", 0)).toBeUndefined();
});
