// The match of a lesson: it states its goal, tells whether it was reached, and leads back.

import { readStored, store } from "../core/stored";
import type { Side, Verdict } from "../wire";
import type { Goal } from "./lessons";

const KEY = "lesson-match";

/** Notes the newest match of a lesson. */
export const noteMatch = (match: string, lesson: string): boolean => store(KEY, `${match} ${lesson}`);

/** Returns the lesson of a match, if it is the newest one of a lesson. */
export function lessonOf(match: string): string | undefined {
  const [noted, lesson] = (readStored(KEY) ?? "").split(" ");
  return noted === match ? lesson : undefined;
}

/** Returns whether the verdict reaches the goal for this side. An aborted match reaches none. */
export function reaches(goal: Goal, { outcome, by }: Verdict, side: Side): boolean {
  if (outcome === null) return false;
  return outcome === side || (goal === "draw" && outcome === "draw") || (goal === "end" && by !== "resignation");
}
