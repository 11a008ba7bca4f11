// The course: the lessons and the tools of this page in one order, with the progress of this browser.

import { readStored, store } from "../core/stored";
import { doneIn, lessons } from "../lessons/lessons";
import { answers } from "../daily/daily";

/** The views that are stations of the course, after the lessons. */
export const TOOLS = ["step", "costs", "solved", "daily"] as const;
export type Tool = (typeof TOOLS)[number];

export interface Station {
  id: string;
  tool?: Tool;
  /** What is done of it, in two halves for a lesson: the question and the match. */
  answered: boolean;
  done: boolean;
}

const KEY = "course";

/** The tools that the reader has used. */
const used = (): string[] => (readStored(KEY) ?? "").split(" ");

/** Notes that the reader has used a tool. */
export function noteUsed(tool: Tool): void {
  const known = used();
  if (!known.includes(tool)) store(KEY, [...known, tool].filter(Boolean).join(" "));
}

/** Returns the stations in order. */
export function course(): Station[] {
  const [answered, won, tools] = [doneIn("lessons"), doneIn("lesson-goals"), used()];
  return [
    ...lessons.map(({ id }) => ({ id, answered: answered.includes(id), done: answered.includes(id) && won.includes(id) })),
    ...TOOLS.map((tool) => {
      const done = tool === "daily" ? answers().length > 0 : tools.includes(tool);
      return { id: tool, tool, answered: done, done };
    }),
  ];
}
