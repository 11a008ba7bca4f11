import { expect, test } from "vitest";
import type { ChallengeView, GameView } from "../wire";
import { news, termsOf } from "./terms";

const [ann, ben] = [{ id: "a", name: "Ann" }, { id: "b", name: "Ben" }];
const challenge: ChallengeView = { challenge: "1", challenger: ann, opponent: ben, game: "drop", options: { columns: 8, rows: 6 }, clock: { initial_ms: 180_000, increment_ms: 2000 }, seat: "first", rated: true, listed: false, created_ms: 1, expires_ms: 2, state: "standing" };
const game = { name: "drop", title: "Connect Four", options: [{ name: "columns", default: 7 }, { name: "rows", default: 6 }] } as unknown as GameView;

test("a challenge lists unusual options and the owner of the first seat", () => {
  expect(termsOf(challenge, game, "b")).toEqual(["Connect Four", "columns 8", "3+2", "Ann first", "rated"]);
  expect(termsOf(challenge, game, "a")[3]).toBe("you first");
  expect(termsOf({ ...challenge, seat: "random", rated: false }, undefined, "b")).toEqual(["drop", "3+2", "seats drawn", "not rated"]);
});

test("the news has challenges to the player and the answers to the player's own", () => {
  const all = [challenge, { ...challenge, challenge: "2", state: "declined" }, { ...challenge, challenge: "3", state: "accepted" }, { ...challenge, challenge: "4", state: "withdrawn" }] as const;
  const known = Object.fromEntries(all.map((one) => [one.challenge, one]));
  expect(news(known, "b").map(({ challenge }) => challenge)).toEqual(["1"]);
  expect(news(known, "a").map(({ challenge }) => challenge)).toEqual(["3", "2"]);
  expect(news(known, "c")).toEqual([]);
});
