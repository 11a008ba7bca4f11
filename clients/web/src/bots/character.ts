// A bot as a character: its short name and its weakness. Both follow from its name and its configuration, so that bots of
// any server and those of readers have them.

import { botName } from "../core/games";
import { boardOf } from "../boards/registry";
import { words } from "./character.words";

interface Bot {
  name: string;
  game: string;
  spec: Readonly<Record<string, unknown>>;
  engine?: boolean;
}

/** Returns the name without that of its game, and with a capital. */
export function characterName({ name, game }: Pick<Bot, "name" | "game">): string {
  const said = botName(name);
  if (said !== name || !name.startsWith(`${game}-`)) return said;
  const own = name.slice(game.length + 1);
  return own.charAt(0).toUpperCase() + own.slice(1);
}

/** A search of this depth ends a game that the page can solve while the reader waits. */
const TO_THE_END = 9;

/** A search with a limit on nodes or time does not reach this depth. */
const UNREACHED = 30;

type Weakness =
  | { kind: "engine" | "random" | "one" | "two" | "none" }
  | { kind: "slips"; n: number }
  /** With fewer empty places than `until`, the bot searches to the end of the game. */
  | { kind: "blind" | "hurried" | "bounded"; n: number; until: number };

function weakness({ game, spec, engine }: Bot): Weakness {
  const number = (key: string) => (typeof spec[key] === "number" ? spec[key] : 0);
  const [depth, slips, nodes, time, until] = ["depth", "random_move", "nodes", "time_ms", "solve_empties"].map(number) as [number, number, number, number, number];
  if (engine || spec.engine !== undefined) return { kind: "engine" };
  if (slips >= 1) return { kind: "random" };
  if (depth === 1) return { kind: "one" };
  if (depth === 2 && boardOf(game).forks) return { kind: "two" };
  if (slips > 0) return { kind: "slips", n: Math.round(1 / slips) };
  const seesAll = boardOf(game).judges?.(spec) === true || (boardOf(game).whole && (depth === 0 || depth >= TO_THE_END));
  if (seesAll) return { kind: "none" };
  if (depth > 0 && (depth < UNREACHED || (time === 0 && nodes === 0))) return { kind: "blind", n: depth, until };
  if (time > 0) return { kind: "hurried", n: time / 1000, until };
  return nodes > 0 ? { kind: "bounded", n: nodes, until } : { kind: "none" };
}

/** True if a bot can be beaten: it does not see the end of the game. */
export const hasWeakness = (bot: Bot): boolean => weakness(bot).kind !== "none";

/** Returns one sentence about the weakest point of a bot. */
export function weaknessOf(bot: Bot): string {
  const found = weakness(bot);
  if ("until" in found) return words.until(found.until, words.weak[found.kind](found.n));
  return "n" in found ? words.weak[found.kind](found.n) : words.weak[found.kind];
}
