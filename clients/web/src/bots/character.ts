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

/** Returns one sentence about the weakest point of a bot. */
export function weaknessOf({ game, spec, engine }: Bot): string {
  const { weak } = words;
  const number = (key: string) => (typeof spec[key] === "number" ? spec[key] : 0);
  const [depth, slips, nodes, time] = ["depth", "random_move", "nodes", "time_ms"].map(number) as [number, number, number, number];
  if (engine || spec.engine !== undefined) return weak.engine;
  if (slips >= 1) return weak.random;
  if (depth === 1) return weak.one;
  if (depth === 2) return weak.two;
  if (slips > 0) return weak.slips(Math.round(1 / slips));
  if (boardOf(game).whole && (depth === 0 || depth >= TO_THE_END)) return weak.none;
  if (depth > 0) return weak.blind(depth);
  if (time > 0) return weak.hurried(time / 1000);
  return nodes > 0 ? weak.bounded(nodes) : weak.none;
}
