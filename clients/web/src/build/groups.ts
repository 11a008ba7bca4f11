// The settings of a bot in groups: the five that matter most, and the others by purpose.

import { boardOf } from "../boards/registry";
import type { SwitchView } from "../wire";

/** The search switches among the five; the others are the evaluation and the book. */
const MAIN = ["depth", "pruning", "ordering"];
const GROUPS = {
  memory: ["deepening", "aspiration", "table_mb", "symmetry", "hints", "solve_empties", "threads"],
  selective: ["quiescence", "null_move", "lmr", "futility", "extensions", "width"],
  choice: ["ties", "distance", "exact_root"],
} as const;
export type Group = keyof typeof GROUPS | "other";

/** True if the setting changes something in the game. */
export const meant = (game: string, key: string): boolean => !boardOf(game).idle?.includes(key);

/** Returns the main switches, and the others by group. A switch that is set is shown although it changes nothing. */
export function grouped(game: string, switches: readonly SwitchView[], values: Readonly<Record<string, unknown>>): { main: SwitchView[]; groups: [Group, SwitchView[]][] } {
  const shown = switches.filter(({ key }) => meant(game, key) || values[key] !== undefined);
  const of = (key: string): Group => (Object.entries(GROUPS).find(([, keys]) => (keys as readonly string[]).includes(key))?.[0] ?? "other") as Group;
  const rest = shown.filter(({ key }) => !MAIN.includes(key));
  const groups = [...Object.keys(GROUPS), "other"].map((group): [Group, SwitchView[]] => [group as Group, rest.filter(({ key }) => of(key) === group)]);
  return { main: shown.filter(({ key }) => MAIN.includes(key)), groups: groups.filter(([, some]) => some.length > 0) };
}
