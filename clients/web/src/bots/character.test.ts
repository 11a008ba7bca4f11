import { expect, test } from "vitest";
import { characterName, hasWeakness, weaknessOf } from "./character";

const bot = (spec: Record<string, unknown>, game = "a-game") => ({ name: `${game}-casual`, game, spec });

test("the name is that of the bot without its game", () => {
  expect([characterName(bot({})), characterName({ name: "Ada's own", game: "a-game" })]).toEqual(["Casual", "Ada's own"]);
});

test("the weakness follows from the configuration", () => {
  const said = (spec: Record<string, unknown>) => weaknessOf(bot(spec));
  expect(said({ random_move: 1 })).toBe("Never looks at the board.");
  // Not every game has forks.
  expect(said({ depth: 2 })).toBe("Blind to everything beyond 2 plies.");
  expect(said({ depth: 4, random_move: 0.1 })).toBe("Plays one move in 10 at random.");
  expect(said({ depth: 8 })).toBe("Blind to everything beyond 8 plies.");
  expect(said({ time_ms: 500 })).toBe("Never thinks longer than 0.5 s.");
  // A limit ends the search before so great a depth.
  expect(said({ depth: 60, nodes: 50_000 })).toBe("Looks at no more than 50,000 positions a move.");
  expect(said({ depth: 60, time_ms: 1000 })).toBe("Never thinks longer than 1 s.");
  expect(said({ depth: 60 })).toBe("Blind to everything beyond 60 plies.");
  expect(said({ depth: 18, nodes: 100_000_000, solve_empties: 36 })).toBe("Blind to everything beyond 18 plies until only 36 places are empty.");
  expect(said({ engine: "stockfish" })).toMatch(/another program/);
  expect([hasWeakness(bot({ depth: 8 })), hasWeakness(bot({}))]).toEqual([true, false]);
});
