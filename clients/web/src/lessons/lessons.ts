// The contents of the lessons: positions, searches and bots. Their texts are in `lessons.words.ts`, under the same ids.

import { readStored, store } from "../core/stored";
import data from "./lessons.json";

/** A position and its search. */
export interface Put {
  game: string;
  position?: string;
  moves?: string[];
  search?: Record<string, unknown>;
}

export type Ask =
  /** Asks for the value of the position. */
  | (Put & { kind: "value" })
  /** Asks which leaves are never visited. */
  | (Put & { kind: "cut" })
  /** Asks for the lowest depth at which a search finds the win. */
  | (Put & { kind: "depth"; most: number })
  /** Asks which of these positions, equal except for their order, needs the fewest leaves. */
  | (Put & { kind: "fewest"; positions: string[] })
  /** Asks for the bot's move. */
  | (Put & { kind: "move"; bot: string });

/** The goal of the final match: to win, not to lose, or to play it to its end. */
export type Goal = "win" | "draw" | "end";

/** The opponent of the final match: a bot of the server, or one made for the lesson. */
export interface Rival {
  goal: Goal;
  bot?: string;
  game?: string;
  spec?: Record<string, unknown>;
  /** The reader's seat; the default is the first one. */
  seat?: "second";
}

export interface Lesson {
  id: string;
  watch?: Put;
  ask: Ask;
  match: Rival;
}

export const lessons = data as Lesson[];

/** The lessons whose question was answered correctly, and those whose match reached its goal. */
type Part = "lessons" | "lesson-goals";

export function doneIn(part: Part): string[] {
  const ids = lessons.map(({ id }) => id);
  return (readStored(part) ?? "").split(" ").filter((id) => ids.includes(id));
}

export function markDone(part: Part, id: string): string[] {
  const done = [...new Set([...doneIn(part), id])];
  store(part, done.join(" "));
  return done;
}

/** Returns the position of a question for a request, without its switches. */
export const positionIn = ({ game, position, moves }: Put) => ({ game, ...(position ? { position } : {}), moves: moves ?? [] });
