import { expect, test } from "vitest";
import { weaknessOf } from "../../bots/character";

test("a search of two plies sees no fork", () => {
  const said = (depth: number) => weaknessOf({ name: "one", game: "connect4", spec: { depth } });
  expect([said(2), said(3)]).toEqual(["Never sees forks, which need three plies.", "Blind to everything beyond 3 plies."]);
});
