#!/usr/bin/env node
// The command `arena-bot`: runs a bot from a file on a server.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { ChallengeRules, ClockSetting } from "../../web/src/wire/index.ts";
import { Bot } from "./bot.ts";
import { ArenaError, UnknownKey } from "./http.ts";
import { Player, resultText } from "./player.ts";
import { shown } from "./shown.ts";
import type { Wish } from "./wish.ts";

const HELP = `Usage: arena-bot FILE [options]

Plays a bot's matches on a minimax-arena server. FILE is a JavaScript module that exports a class with the method choose,
or a TypeScript one with Node 22.18 or newer. Without --create, --join, --take, --pair, --league or --match it joins open
matches of the lobby. Ctrl-C resigns the running matches and stops.

  --url URL           the server (http://127.0.0.1:8080)
  --name NAME         the player's name (the bot's class)
  --key KEY           the key of an account; also in ARENA_KEY
  --keys FILE         the file of stored keys (~/.config/minimax-arena/keys.json)
  --bot NAME          the class, if FILE exports several
  --create GAME       offers matches of this game
  --against BOT       plays those against this bot of the server
  --challenge PLAYER  with --create: challenges the player with this id
  --join              joins matches of the lobby
  --take              accepts challenges; --rules FILE has rules as JSON
  --pair GAME         pairs with players who ask for the same
  --league NAME       enters this league or tournament, and plays in it until stopped
  --version TEXT      the name of this version; a changed one counts as new
  --match ID          joins this match; repeatable
  --clock S+I         seconds and increment, such as 180+2
  --side SIDE         first, second or random
  --option KEY=VALUE  an option of the game; repeatable
  --rated             offered matches are rated
  --count N           stops after N matches
  --at-once N         concurrent matches (1)
  --quiet, --verbose  logs less, or more
  --help              this text`;

const { values, positionals } = arguments_();

/** The command line's options; an error ends the program with a message. */
function arguments_() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const many = { type: "string", multiple: true, default: [] as string[] } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { ...text, default: "http://127.0.0.1:8080" },
        ...{ name: text, key: text, keys: text, bot: text, create: text, against: text, challenge: text, rules: text },
        ...{ pair: text, league: text, version: text, clock: text, side: text, count: text, "at-once": text, match: many, option: many },
        ...{ join: flag, take: flag, rated: flag, quiet: flag, verbose: flag, help: flag },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 2);
  }
}

function fail(sentence: string, status: number): never {
  process.stderr.write(`arena-bot: ${sentence}\n`);
  process.exit(status);
}

/** Loads the bot class of a file. */
async function load(file: string, name: string | undefined): Promise<Bot> {
  if (!existsSync(file)) throw new ArenaError(`there is no file ${file}`);
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new ArenaError(`${file} cannot be run by Node ${process.versions.node}: TypeScript needs Node 22.18 or newer, or compile the file first`);
    }
    throw new ArenaError(`${file} cannot be run: ${String(error)}`);
  }
  const bots = new Map<string, new () => Bot>();
  for (const found of Object.values(module)) {
    const prototype = typeof found === "function" ? (found.prototype as Partial<Bot> | undefined) : undefined;
    if (typeof prototype?.choose === "function") bots.set((found as { name: string }).name, found as new () => Bot);
  }
  const among = bots.size > 0 ? `; there is ${[...bots.keys()].join(", ")}` : "";
  const [only] = bots.values();
  const chosen = name === undefined ? only : bots.get(name);
  if (!chosen) throw new ArenaError(`${file} exports no class${name ? ` ${name}` : ""} with the method choose${among}`);
  if (name === undefined && bots.size > 1) throw new ArenaError(`${file} exports several bots${among}; choose one by --bot`);
  try {
    return complete(new chosen());
  } catch (error) {
    throw new ArenaError(`the bot of ${file} cannot be made: ${shown(error)}`);
  }
}

/** Adds what a class with the method `choose` lacks if it does not extend `Bot`. */
function complete(bot: Bot): Bot {
  const { constructor: _, ...defaults } = Object.getOwnPropertyDescriptors(Bot.prototype);
  for (const [name, method] of Object.entries(defaults)) if (!(name in bot)) Object.defineProperty(bot, name, method);
  if (!("games" in bot)) Object.defineProperty(bot, "games", { value: [] });
  return bot;
}

/** The tokens of players, in a file that only its owner can read, shared with the Python package. */
class Keys {
  readonly #path: string;

  constructor(path: string | undefined) {
    const config = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
    this.#path = path ?? join(config, "minimax-arena", "keys.json");
  }

  get(url: string, name: string): string | undefined {
    return this.#read()[`${name} at ${url}`];
  }

  get path(): string {
    return this.#path;
  }

  put(url: string, name: string, token: string): void {
    this.#write({ ...this.#read(), [`${name} at ${url}`]: token });
  }

  drop(url: string, name: string): void {
    this.#write(Object.fromEntries(Object.entries(this.#read()).filter(([key]) => key !== `${name} at ${url}`)));
  }

  #write(keys: Record<string, string>): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    const part = `${this.#path}.${process.pid}`;
    writeFileSync(part, JSON.stringify(keys, undefined, 2), { mode: 0o600 });
    chmodSync(part, 0o600);
    renameSync(part, this.#path);
  }

  #read(): Record<string, string> {
    if (!existsSync(this.#path)) return {};
    let read: unknown;
    try {
      read = JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      read = undefined;
    }
    if (typeof read !== "object" || read === null || Array.isArray(read)) {
      throw new ArenaError(`the keys in ${this.#path} cannot be read; mend or remove the file`);
    }
    return read as Record<string, string>;
  }
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new ArenaError(`--${name} is ${text}, but must be a whole number from 1 on`);
  return number;
}

function clock(text: string | undefined): ClockSetting | undefined {
  if (text === undefined) return undefined;
  const [, initial, increment] = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (initial === undefined) throw new ArenaError(`--clock is ${text}, but must be seconds and seconds a move, as 180+2`);
  return { initial_ms: Math.round(Number(initial) * 1_000), increment_ms: Math.round(Number(increment ?? 0) * 1_000) };
}

function rules(file: string | undefined): ChallengeRules {
  if (file === undefined) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ChallengeRules;
  } catch (error) {
    throw new ArenaError(`the rules in ${file} cannot be read: ${String(error)}`);
  }
}

/** Parses the value of an option: a number, a boolean, or else text. */
function option(text: string): [string, unknown] {
  const at = text.indexOf("=");
  if (at < 1) throw new ArenaError(`--option is ${text}, but must be KEY=VALUE`);
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), JSON.parse(value) as unknown];
  } catch {
    return [text.slice(0, at), value];
  }
}

function wish(): Wish {
  const side = values.side ?? "first";
  if (side !== "first" && side !== "second" && side !== "random") {
    throw new ArenaError(`--side is ${side}, but must be first, second or random`);
  }
  if (values.challenge !== undefined && values.create === undefined) {
    throw new ArenaError("--challenge needs --create GAME: the game to challenge to");
  }
  const takes = values.take || values.rules !== undefined;
  const seeks = [values.create, values.pair, values.league].some((value) => value !== undefined) || takes || values.match.length > 0;
  return {
    create: values.create,
    against: values.against,
    challenge: values.challenge,
    pair: values.pair,
    league: values.league,
    version: values.version,
    rated: values.rated,
    join: values.join || !seeks,
    take: takes ? rules(values.rules) : undefined,
    matches: values.match,
    options: values.option.length > 0 ? Object.fromEntries(values.option.map(option)) : undefined,
    clock: clock(values.clock),
    side,
    count: whole("count", values.count),
    atOnce: whole("at-once", values["at-once"]),
  };
}

const LEVELS = ["debug", "info", "warning", "error"];

async function play(file: string): Promise<void> {
  const bot = await load(file, values.bot);
  const name = values.name ?? bot.constructor.name;
  const keys = new Keys(values.keys);
  const chosen = values.key ?? process.env.ARENA_KEY;
  const least = values.quiet ? 2 : values.verbose ? 0 : 1;
  const log = (level: string, line: string) => {
    if (LEVELS.indexOf(level) < least) return;
    process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${level.toUpperCase()} ${line}\n`);
  };
  const wished = wish();
  if (wished.join && !values.join) {
    log("info", "waiting for open matches in the lobby; --create GAME offers matches, --help lists the other ways");
  }
  const keep = (token: string) => {
    try {
      keys.put(values.url, name, token);
    } catch (error) {
      log("warning", `the key of ${name} cannot be stored in ${keys.path}, so the next run plays as a new player: ${shown(error)}`);
    }
  };
  const make = (token: string | undefined) =>
    new Player(bot, values.url, { name, token, wish: wished, keep, log });
  let player = make(chosen ?? keys.get(values.url, name));
  const stop = () => {
    log("info", "stopping; Ctrl-C again stops at once");
    void player.goodbye();
  };
  // A second signal ends the program, because these handlers are gone after the first.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  // A timer or a promise of the bot fails when no method of it is running. A second failure ends the program.
  process.once("uncaughtException", (error: unknown) => {
    log("error", `the bot fails outside of its methods, and loses its running matches: ${shown(error)}`);
    process.exitCode = 1;
    void player.goodbye("crash");
  });
  try {
    await player.run();
  } catch (error) {
    if (!(error instanceof UnknownKey) || chosen !== undefined) throw error;
    log("warning", `the server does not know the key of ${name} that is stored in ${keys.path}; the key is removed, and ${name} comes as a new player`);
    keys.drop(values.url, name);
    player = make(undefined);
    await player.run();
  }
  const counts = new Map<string, number>();
  for (const result of player.results) {
    const what = resultText(result);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const told = [...counts].sort().map(([what, count]) => `${count} ${what}`);
  const matches = player.results.length === 1 ? "1 match" : `${player.results.length} matches`;
  process.stdout.write(`${matches}${told.length > 0 ? `: ${told.join(", ")}` : ""}\n`);
  for (const text of await player.standings()) process.stdout.write(`${text}\n`);
}

const [file] = positionals;
if (values.help) {
  process.stdout.write(`${HELP}\n`);
} else if (file === undefined || positionals.length > 1) {
  fail("give one FILE; --help tells more", 2);
} else {
  play(file).then(
    () => process.exit(),
    (error: unknown) => fail(error instanceof Error ? error.message : String(error), 1),
  );
}
