import { beforeEach, expect, test } from "vitest";
import { keepChoices, readChoices } from "./choices";

beforeEach(() => localStorage.clear());

test("a new match starts with the last choices", () => {
  const choices = { game: "a-game", against: "friend", seat: "second", clock: { initial_ms: 180_000, increment_ms: 2000 }, bots: { "a-game": "a-bot" }, rivals: {}, rated: true } as const;
  keepChoices(choices);
  expect(readChoices()).toEqual(choices);
});

test("unreadable choices fall back to defaults", () => {
  const usual = readChoices();
  for (const stored of ["{", "[]", "3", '{"against":"nobody","seat":7,"clock":{"initial_ms":"long"},"bots":["x"],"game":null}']) {
    localStorage.setItem("minimax-arena.choices", stored);
    expect(readChoices()).toEqual(usual);
  }
});
