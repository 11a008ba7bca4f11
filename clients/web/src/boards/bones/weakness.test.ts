import { expect, test } from "vitest";
import { weaknessOf } from "../../bots/character";

test("a bot whose evaluation is the theory of the game errs at no depth", () => {
  const said = (evaluation: string) => weaknessOf({ name: "one", game: "bones", spec: { depth: 2, evaluation } });
  expect([said("modulo"), said("zero")]).toEqual(["None. It knows how the game will end.", "Blind to everything beyond 2 plies."]);
});
