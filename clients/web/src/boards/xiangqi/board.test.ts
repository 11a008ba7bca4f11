import { fireEvent } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { cell, show, squares } from "../shared/testing";
import { CHARACTERS, letter, owner, PICTURES } from "./pieces";

test("a piece is selected, then its target", async () => {
  const onmove = show("xiangqi", squares(9, 10, { e1: "K", e3: "C", e10: "k" }), ["e3e5"]);
  await fireEvent.click(cell("e3, white cannon"));
  await fireEvent.click(cell("e5, empty, possible"));
  expect(onmove.mock.calls).toEqual([["e3e5"]]);
});

test("each side has seven kinds of pieces, each with a character of its own", () => {
  const marks = Object.keys(CHARACTERS);
  expect(marks.filter((mark) => owner(mark) === "first").map(letter)).toEqual(["K", "A", "E", "H", "R", "C", "P"]);
  expect(new Set(Object.values(CHARACTERS)).size).toBe(marks.length);
  expect(Object.keys(PICTURES)).toEqual(marks.filter((mark) => owner(mark) === "first"));
});
