// A bot's configuration as written: without defaults.

import type { GameView, SwitchView } from "../wire";

export type Config = Record<string, unknown>;

/** Keys before the switches of the search, in the order of files. */
const FIRST = ["name", "about", "game"];
const LAST = ["evaluation", "book", "seed", "random_move"];
/** Keys that a configured bot reports but files do not contain. */
const TOLD = ["book_digest"];

/** A configuration without some keys. */
export const without = (config: Config, keys: readonly string[]): Config => Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)));

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** An evaluation without default weights: only its name if none is left, nothing if it is the default. */
function spokenEvaluation(given: unknown, evaluations: GameView["evaluations"]): unknown {
  const { name, weights = {} } = typeof given === "string" ? { name: given } : ((given ?? {}) as { name?: string; weights?: Record<string, number> });
  const view = evaluations.find((one) => one.name === name);
  if (!view) return given;
  const own = Object.entries(weights).filter(([weight, value]) => view.weights.find((one) => one.name === weight)?.default !== value);
  if (own.length > 0) return { name, weights: Object.fromEntries(own) };
  return view === evaluations[0] ? undefined : name;
}

/** The configuration of a bot without defaults. */
export function spoken(given: Config, switches: readonly SwitchView[], evaluations: GameView["evaluations"] = []): Config {
  const spec: Config = { ...given, evaluation: spokenEvaluation(given.evaluation, evaluations) };
  const silent: Config = { book: false, seed: 0, random_move: 0 };
  for (const { key, default: usual } of switches) silent[key] = usual ?? false;
  // With a limit, deepening is on by default.
  const deepens = spec.nodes !== undefined || spec.time_ms !== undefined;
  silent.deepening = deepens;
  silent.threads = 1;
  return Object.fromEntries(Object.entries(spec).filter(([key, value]) => !TOLD.includes(key) && value !== undefined && !same(value, silent[key])));
}

function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (typeof value === "object" && value !== null) return `{ ${Object.entries(value).map(([key, inner]) => `${key} = ${toml(inner)}`).join(", ")} }`;
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) >= 10_000) return String(value).replace(/\B(?=(\d{3})+$)/g, "_");
  return JSON.stringify(value);
}

/** The configuration as it appears in a file of bots. */
export function written(config: Config, switches: readonly SwitchView[]): string {
  const order = [...FIRST, "nodes", "time_ms", ...switches.map(({ key }) => key), ...LAST];
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const keys = Object.keys(config).sort((a, b) => place(a) - place(b));
  const line = (key: string) => `${key} = ${key === "random_move" && Number.isInteger(config[key]) ? `${String(config[key])}.0` : toml(config[key])}`;
  return ["[[bot]]", ...keys.map(line)].join("\n");
}
