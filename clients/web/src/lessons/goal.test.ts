import { beforeEach, expect, test } from "vitest";
import { lessonOf, noteMatch, reaches } from "./goal";
import { doneIn, lessons, markDone } from "./lessons";
import { words } from "./lessons.words";

beforeEach(() => localStorage.clear());

test("a goal is reached by the result, and by no aborted or resigned match", () => {
  const [won, lost, drawn] = [{ outcome: "first", by: "rules" }, { outcome: "second", by: "rules" }, { outcome: "draw", by: "agreement" }] as const;
  expect([won, drawn, lost].map((verdict) => reaches("win", verdict, "first"))).toEqual([true, false, false]);
  expect([won, drawn, lost].map((verdict) => reaches("draw", verdict, "first"))).toEqual([true, true, false]);
  expect([won, lost].map((verdict) => reaches("end", verdict, "first"))).toEqual([true, true]);
  expect(reaches("end", { outcome: "second", by: "resignation" }, "first")).toBe(false);
  expect(reaches("end", { outcome: null, by: "aborted" }, "first")).toBe(false);
});

test("every lesson's match has a goal, and the reached ones are kept apart from the answered questions", () => {
  for (const { id, match } of lessons) expect(words.goals[match.goal], id).toBeTruthy();
  markDone("lesson-goals", "minimax");
  markDone("lessons", "depth");
  expect([doneIn("lesson-goals"), doneIn("lessons")]).toEqual([["minimax"], ["depth"]]);
});

test("the newest match of a lesson belongs to it", () => {
  noteMatch("m1", "minimax");
  noteMatch("m2", "depth");
  expect([lessonOf("m1"), lessonOf("m2")]).toEqual([undefined, "depth"]);
});
