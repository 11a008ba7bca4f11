// The reader's own bots, kept in this browser: each with its versions, and the duel of a version.

import { readStored, store } from "../core/stored";
import { without, type Config } from "./config";

export interface Version {
  /** When it was saved, in Unix milliseconds. */
  at: number;
  config: Config;
  /** The tournament in which it met the bots of its game. */
  duel?: string;
}

export interface OwnBot {
  game: string;
  name: string;
  /** Oldest first; at least one. */
  versions: Version[];
}

const KEY = "bots";
/** Local storage is small. */
const MOST_BOTS = 50;
const MOST_VERSIONS = 20;

const isBot = (value: unknown): value is OwnBot => {
  const bot = value as Partial<OwnBot> | null;
  return typeof bot === "object" && typeof bot?.game === "string" && typeof bot.name === "string" && Array.isArray(bot.versions) && bot.versions.length > 0 && bot.versions.every((version) => typeof version?.at === "number" && typeof version.config === "object");
};

function read(): OwnBot[] {
  try {
    const kept: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isBot) : [];
  } catch {
    return [];
  }
}

const settings = (config: Config) => JSON.stringify(Object.entries(without(config, ["about"])).sort());
export const latest = ({ versions }: OwnBot): Version => versions.at(-1) as Version;
export const sameConfig = (a: Config, b: Config): boolean => settings(a) === settings(b);

/** Returns the keys that differ between two configurations. */
export function changes(from: Config, to: Config): string[] {
  return Object.keys({ ...from, ...to }).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key])).sort();
}

class Mine {
  bots: readonly OwnBot[] = $state.raw(read());

  find(game: string, name: string): OwnBot | undefined {
    return this.bots.find((bot) => bot.game === game && bot.name === name);
  }

  /** Saves a configuration under its name: a new bot, or a new version if the settings changed. */
  keep(config: Config, now = Date.now()): OwnBot {
    const [game, name] = [String(config.game), String(config.name)];
    const known = this.find(game, name);
    const versions = known?.versions ?? [];
    const last = versions.at(-1);
    const bot = last && sameConfig(last.config, config) ? (known as OwnBot) : { game, name, versions: [...versions, { at: now, config }].slice(-MOST_VERSIONS) };
    this.#write([bot, ...this.bots.filter((one) => one !== known)].slice(0, MOST_BOTS));
    return bot;
  }

  drop(game: string, name: string): void {
    this.#write(this.bots.filter((bot) => bot.game !== game || bot.name !== name));
  }

  /** Notes the duel of the newest version. */
  duelled(game: string, name: string, duel: string): void {
    this.#write(this.bots.map((bot) => (bot.game === game && bot.name === name ? { ...bot, versions: bot.versions.map((version, i) => (i === bot.versions.length - 1 ? { ...version, duel } : version)) } : bot)));
  }

  #write(bots: readonly OwnBot[]): void {
    this.bots = bots;
    store(KEY, bots.length > 0 ? JSON.stringify(bots) : undefined);
  }
}

export const mine = new Mine();
