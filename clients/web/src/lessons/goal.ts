// The lesson that a match belongs to: the match states its goal and leads back.

import { readStored, store } from "../core/stored";

const KEY = "lesson-match";

/** Notes the newest match of a lesson. */
export const noteMatch = (match: string, lesson: string): void => store(KEY, `${match} ${lesson}`);

/** Returns the lesson of a match, if it is the newest one of a lesson. */
export function lessonOf(match: string): string | undefined {
  const [noted, lesson] = (readStored(KEY) ?? "").split(" ");
  return noted === match ? lesson : undefined;
}
