import { beforeEach, expect, test } from "vitest";
import type { ThoughtEvent } from "../wire";
import { lessons, markDone } from "../lessons/lessons";
import { course, noteUsed, TOOLS } from "./course";
import { neededAfter } from "./needed";

beforeEach(() => localStorage.clear());

test("a lesson is done with its question and its match, a tool once it was used", () => {
  const first = lessons[0]?.id ?? "";
  expect(course().map(({ done }) => done).includes(true)).toBe(false);
  markDone("lessons", first);
  expect(course()[0]).toMatchObject({ answered: true, done: false });
  markDone("lesson-goals", first);
  noteUsed("costs");
  noteUsed("costs");
  expect(course().filter(({ done }) => done).map(({ id }) => id)).toEqual([first, "costs"]);
  expect(course().length).toBe(lessons.length + TOOLS.length);
});

test("every lesson ends with a match that is won, or drawn against a bot that cannot be beaten", () => {
  expect(lessons.filter(({ match }) => match.goal === "end")).toEqual([]);
});

test("a lost match suggests a lesson by how far the bot saw its win", () => {
  const thought = (ply: number, more: Partial<ThoughtEvent>) => ({ ply, side: "second", depth: 4, nodes: 1, line: [], ms: 0, from: "search", ...more }) as ThoughtEvent;
  const after = (...thoughts: ThoughtEvent[]) => neededAfter({ thoughts }, "second");
  expect(after(thought(1, { value: 3 }), thought(3, { win_in: 3 }), thought(5, { win_in: 1 }))).toEqual({ lesson: "minimax", plies: 3 });
  expect(after(thought(3, { win_in: 5 }))?.lesson).toBe("depth");
  expect(after(thought(3, { win_in: 11 }))?.lesson).toBe("alpha-beta");
  expect(after(thought(1, { from: "book" }), thought(3, {}))?.lesson).toBe("books");
  expect(after(thought(1, {}))).toBeUndefined();
});
