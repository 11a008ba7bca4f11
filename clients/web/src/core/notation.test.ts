import { expect, test } from "vitest";
import { begins, numbered, typed, written } from "./notation";
import shared from "./typed-moves.json";

test("a typed move may differ from the arena's own text", () => {
  const legal = ["e2e4", "22x15x8", "11-15", "pass"];
  expect(["E2-E4", "22 15 8", "11 15", "Pass", "e2e5", ""].map((text) => typed(legal, text))).toEqual(["e2e4", "22x15x8", "11-15", "pass", undefined, undefined]);
  expect(typed(["11-5"], "1 15")).toBeUndefined();
});

test("a move may be typed in human notation, and loosely if it is unambiguous", () => {
  const legal = ["e1g1", "g1f3", "b2c3", "d2c3", "e7e8q", "e7e8n", "b1d2", "f3d2"];
  const notation = ["O-O", "Nf3", "bxc3", "Bxc3+", "e8=Q#", "e8=N", "Nbd2", "Nfd2"];
  const read = (text: string) => typed(legal, text, notation);
  expect(["Nf3", "nf3", "0-0", "o-o", "O-O", "bxc3", "bc3", "Bc3", "BxC3", "e8=Q", "e8q", "e8N", "Nfd2+", "g1-f3"].map(read)).toEqual([
    "g1f3", "g1f3", "e1g1", "e1g1", "e1g1", "b2c3", "b2c3", "d2c3", undefined, "e7e8q", "e7e8q", "e7e8n", "f3d2", "g1f3",
  ]);
  expect(["Nd2", "Ng5", "O-O-O", "e8", ""].map(read)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("the page and the server parse typed moves alike", () => {
  for (const { legal, notation, typed: cases } of shared) {
    for (const [text, move] of Object.entries(cases)) expect([text, typed(legal, text, notation) ?? null]).toEqual([text, move]);
  }
});

test("moves are numbered as pairs", () => {
  expect([numbered(1, "e4"), numbered(2, "e5"), numbered(65, "Rd8")]).toEqual(["1. e4", "1… e5", "33. Rd8"]);
});

test("moves without a notation are written by their own texts", () => {
  expect(written(["e2e4", "e7e5"], ["e4", "e5"])).toEqual(["e4", "e5"]);
  expect(written(["b2"], undefined)).toEqual(["b2"]);
});

test("a letter or a digit begins a move. A shortcut key does so only if a legal move begins with it", () => {
  const keys = ["e", "N", "1", "f", " ", "/", "Enter", "ArrowLeft", "Process"];
  expect(keys.filter((key) => begins(key, ["e2e4", "g1f3"], ["e4", "Nf3"], "f"))).toEqual(["e", "N", "1"]);
  expect(begins("f", ["e2e4", "f2f4"], ["e4", "f4"], "f")).toBe(true);
  expect(begins("f", [], ["f4"], "f")).toBe(false);
});
