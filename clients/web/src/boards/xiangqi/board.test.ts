import { fireEvent } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { cell, show, squares } from "../shared/testing";
import { words } from "./board.words";
import { zh } from "./board.zh";
import { CHARACTERS, letter, owner, PICTURES } from "./pieces";

test("a piece is selected, then its target", async () => {
  const onmove = show("xiangqi", squares(9, 10, { e1: "K", e3: "C", e10: "k" }), ["e3e5"]);
  await fireEvent.click(cell("e3, white cannon"));
  await fireEvent.click(cell("e5, empty, possible"));
  expect(onmove.mock.calls).toEqual([["e3e5"]]);
});

test("moves are written in the reader's language", () => {
  expect(["C2=5", "H8+7", "H+-4", "R-=6", "17=8", "25=6", "P5+1", "h2e2"].map(zh.move)).toEqual(["炮二平五", "马八进七", "前马退四", "后车平六", "前七平八", "二五平六", "兵五进一", "h2e2"]);
  expect(words.move("C2=5")).toBe("C2=5");
});

test("each side has seven kinds of pieces, each with a character of its own", () => {
  const marks = Object.keys(CHARACTERS);
  expect(marks.filter((mark) => owner(mark) === "first").map(letter)).toEqual(["K", "A", "E", "H", "R", "C", "P"]);
  expect(new Set(Object.values(CHARACTERS)).size).toBe(marks.length);
  expect(Object.keys(PICTURES)).toEqual(marks.filter((mark) => owner(mark) === "first"));
});
