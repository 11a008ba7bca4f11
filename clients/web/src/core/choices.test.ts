import { beforeEach, expect, test } from "vitest";
import { keepChoices, readChoices } from "./choices";

beforeEach(() => localStorage.clear());

test("a new match begins with the choices of the last one", () => {
  const choices = { game: "a-game", against: "friend", seat: "second", clock: { initial_ms: 180_000, increment_ms: 2000 }, bots: { "a-game": "a-bot" }, rivals: {}, rated: true, pace: 0 } as const;
  keepChoices(choices);
  expect(readChoices()).toEqual(choices);
});

test("invalid choices fall back to the defaults", () => {
  const usual = readChoices();
  for (const stored of ["{", "[]", "3", '{"against":"nobody","seat":7,"clock":{"initial_ms":"long"},"bots":["x"],"game":null,"pace":3}']) {
    localStorage.setItem("minimax-arena.choices", stored);
    expect(readChoices()).toEqual(usual);
  }
});
