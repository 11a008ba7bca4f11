// The last choices for a new match, kept in the browser. The form starts with them.

import type { ClockSetting } from "../wire";
import { readStored, store } from "./stored";

export const OPPONENTS = ["bot", "friend", "bots"] as const;
export const SEATS = ["first", "second", "random"] as const;

/** Milliseconds between the moves of a match between bots; 0 to show each move when it is played. */
export const PACES = [0, 250, 500, 1000, 2000, 4000] as const;

export interface Choices {
  game: string;
  against: (typeof OPPONENTS)[number];
  seat: (typeof SEATS)[number];
  clock: ClockSetting | undefined;
  /** The last opponent of each game, and the bot in the first seat of matches between bots. */
  bots: Record<string, string>;
  rivals: Record<string, string>;
  rated: boolean;
  pace: (typeof PACES)[number];
}

const usual = (): Choices => ({ game: "", against: "bot", seat: "first", clock: undefined, bots: {}, rivals: {}, rated: false, pace: 1000 });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const names = (value: unknown): Record<string, string> => (isObject(value) ? Object.fromEntries(Object.entries(value).flatMap(([key, name]) => (typeof name === "string" ? [[key, name]] : []))) : {});
const number = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

function clockIn(value: unknown): ClockSetting | undefined {
  if (!isObject(value) || !number(value.initial_ms) || !number(value.increment_ms)) return undefined;
  const { initial_ms, increment_ms, moves, delay_ms, per_move } = value;
  return { initial_ms, increment_ms, ...(number(moves) ? { moves } : {}), ...(number(delay_ms) ? { delay_ms } : {}), ...(per_move === true ? { per_move } : {}) };
}

/** Reads the last choices. Invalid values fall back to the defaults. */
export function readChoices(): Choices {
  let read: unknown;
  try {
    read = JSON.parse(readStored("choices") ?? "{}");
  } catch {
    return usual();
  }
  if (!isObject(read)) return usual();
  const { game, against, seat, clock, bots, rivals, rated, pace } = read;
  return {
    game: typeof game === "string" ? game : "",
    against: OPPONENTS.find((one) => one === against) ?? "bot",
    seat: SEATS.find((one) => one === seat) ?? "first",
    clock: clockIn(clock),
    bots: names(bots),
    rivals: names(rivals),
    rated: rated === true,
    pace: PACES.find((one) => one === pace) ?? usual().pace,
  };
}

export const keepChoices = (choices: Choices): boolean => store("choices", JSON.stringify(choices));
