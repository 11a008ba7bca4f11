// Writes a bot's configuration without its default values.

import type { GameView, SwitchView } from "../wire";

export type Config = Record<string, unknown>;

/** The keys before the search switches, in the order of a file. */
const FIRST = ["name", "about", "game"];
const LAST = ["evaluation", "book", "seed", "random_move"];
/** Keys that the server reports about a bot but does not accept in a file. */
const TOLD = ["book_digest"];

/** Returns a configuration without some keys. */
export const without = (config: Config, keys: readonly string[]): Config => Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)));

/** Returns the name of a bot without that of its game. */
export const shortBot = (bot: string, game: string): string => (bot.startsWith(`${game}-`) ? bot.slice(game.length + 1) : bot);

/** Proposes a name for a bot that is based on one of the server: "my-master" for "GAME-master", "my-centre" for "Ann/centre@2". */
export const ownName = (bot: string, game: string): string => `my-${shortBot(bot, game).replace(/^.*\//, "").replace(/@\d+$/, "")}`;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns an evaluation without its default weights: only the name if no weights remain, or undefined if it is the
 * default one. An expression has no weights.
 */
function spokenEvaluation(given: unknown, evaluations: GameView["evaluations"]): unknown {
  const { name, weights = {} } = typeof given === "string" ? { name: given } : ((given ?? {}) as { name?: string; weights?: Record<string, number> });
  const view = evaluations.find((one) => one.name === name);
  if (!view) return name !== undefined && Object.keys(weights).length === 0 ? name : given;
  const own = Object.entries(weights).filter(([weight, value]) => view.weights.find((one) => one.name === weight)?.default !== value);
  if (own.length > 0) return { name, weights: Object.fromEntries(own) };
  return view === evaluations[0] ? undefined : name;
}

/** Returns a bot's configuration without its default values. */
export function spoken(given: Config, switches: readonly SwitchView[], evaluations: GameView["evaluations"] = []): Config {
  const spec: Config = { ...given, evaluation: spokenEvaluation(given.evaluation, evaluations) };
  const silent: Config = { book: false, seed: 0, random_move: 0 };
  for (const { key, default: usual } of switches) silent[key] = usual ?? false;
  // A search with a budget deepens iteratively by default.
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

/** Why a file has no configuration: the line of an error in TOML, or nothing that describes a bot. */
export class NotRead extends Error {
  constructor(readonly line?: number) {
    super(line === undefined ? "no bot" : `line ${line}`);
  }
}

/** Returns the first bot of a file of bots or of a tournament, or the settings outside of tables. */
export async function parsed(text: string): Promise<Config> {
  const { parse, TomlError } = await import("smol-toml");
  let file: Config;
  try {
    file = parse(text);
  } catch (error) {
    throw new NotRead(error instanceof TomlError ? error.line : undefined);
  }
  const [found] = [file.bot, file.entrants].flatMap((tables) => (Array.isArray(tables) ? (tables as Config[]) : []));
  const config = found ?? (file.entrants === undefined && file.bot === undefined ? file : {});
  if (Object.keys(config).length === 0) throw new NotRead();
  return typeof file.game === "string" ? { game: file.game, ...config } : config;
}

/** Returns the configuration as the text of a bot file. */
export function written(config: Config, switches: readonly SwitchView[]): string {
  const order = [...FIRST, "nodes", "time_ms", ...switches.map(({ key }) => key), ...LAST];
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const keys = Object.keys(config).sort((a, b) => place(a) - place(b));
  const line = (key: string) => `${key} = ${key === "random_move" && Number.isInteger(config[key]) ? `${String(config[key])}.0` : toml(config[key])}`;
  return ["[[bot]]", ...keys.map(line)].join("\n");
}
