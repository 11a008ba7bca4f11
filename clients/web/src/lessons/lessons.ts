// What the lessons are made of: positions, searches and bots. Their texts stand in `lessons.words.ts`, by the same ids.

import { readStored, store } from "../core/stored";
import data from "./lessons.json";

/** A position, and the search that it is put to. */
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

/** Whom one plays in the end: a bot of the server, or one that is made for the lesson. */
export interface Rival {
  bot?: string;
  game?: string;
  spec?: Record<string, unknown>;
  /** The reader's own seat; the first one unless told otherwise. */
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

/** The lessons whose question was answered rightly. */
export function doneLessons(): string[] {
  const ids = lessons.map(({ id }) => id);
  return (readStored(KEY) ?? "").split(" ").filter((id) => ids.includes(id));
}

export function markDone(id: string): string[] {
  const done = [...new Set([...doneLessons(), id])];
  store(KEY, done.join(" "));
  return done;
}

/** What a question sends to the server, without its switches. */
export const positionIn = ({ game, position, moves }: Put) => ({ game, ...(position ? { position } : {}), moves: moves ?? [] });
