// The positions, searches and bots of the lessons. Their texts are in `lessons.words.ts`, with the same ids.

import { readStored, store } from "../core/stored";
import data from "./lessons.json";

/** A position and a search. */
export interface Put {
  game: string;
  position?: string;
  moves?: string[];
  search?: Record<string, unknown>;
}

export type Ask =
  /** What is the position worth? */
  | (Put & { kind: "value" })
  /** Which leaves are never looked at? */
  | (Put & { kind: "cut" })
  /** From which depth on does a search see the win? */
  | (Put & { kind: "depth"; most: number })
  /** In which of these positions, the same but for order, does the search look at the fewest leaves? */
  | (Put & { kind: "fewest"; positions: string[] })
  /** What does the bot play? */
  | (Put & { kind: "move"; bot: string });

/** The opponent at the end: a bot of the server, or one made for the lesson. */
export interface Rival {
  bot?: string;
  game?: string;
  spec?: Record<string, unknown>;
  /** The reader's seat; the first one by default. */
  seat?: "second";
}

export interface Lesson {
  id: string;
  watch?: Put;
  ask: Ask;
  match: Rival;
}

export const lessons = data as Lesson[];

const KEY = "lessons";

/** The lessons with a right answer. */
export function doneLessons(): string[] {
  const ids = lessons.map(({ id }) => id);
  return (readStored(KEY) ?? "").split(" ").filter((id) => ids.includes(id));
}

export function markDone(id: string): string[] {
  const done = [...new Set([...doneLessons(), id])];
  store(KEY, done.join(" "));
  return done;
}

/** The position of a question for the server, without its switches. */
export const positionIn = ({ game, position, moves }: Put) => ({ game, ...(position ? { position } : {}), moves: moves ?? [] });
