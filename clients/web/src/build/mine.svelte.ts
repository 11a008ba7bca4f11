// The reader's own bots, each with its versions, and the duel of a version. A player with a claimed name keeps them in the
// account, and a guest in this browser.

import { account } from "../core/api";
import { Refused } from "../core/link";
import { serverNow } from "../core/serverTime.svelte";
import { readStored, store } from "../core/stored";
import { told } from "../core/told";
import type { SavedBotView, SavedVersionView } from "../wire";
import { without, type Config } from "./config";

const KEY = "bots";
/** Local storage is small. */
export const MOST_BOTS = 50;
const MOST_VERSIONS = 20;

const isBot = (value: unknown): value is SavedBotView => {
  const bot = value as Partial<SavedBotView> | null;
  return typeof bot === "object" && typeof bot?.game === "string" && typeof bot.name === "string" && Array.isArray(bot.versions) && bot.versions.length > 0 && bot.versions.every((version) => typeof version?.version === "number" && typeof version.at_ms === "number" && typeof version.config === "object");
};

function read(): SavedBotView[] {
  try {
    const kept: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isBot) : [];
  } catch {
    return [];
  }
}

const settings = (config: Config) => JSON.stringify(Object.entries(without(config, ["about"])).sort());
export const latest = ({ versions }: SavedBotView): SavedVersionView => versions.at(-1) as SavedVersionView;
export const sameConfig = (a: Config, b: Config): boolean => settings(a) === settings(b);

/** Returns the keys that differ between two configurations. */
export function changes(from: Config, to: Config): string[] {
  return Object.keys({ ...from, ...to }).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key])).sort();
}

const is = (game: string, name: string) => (bot: SavedBotView) => bot.game === game && bot.name === name;

class Mine {
  #browser: readonly SavedBotView[] = $state.raw(read());
  #account: readonly SavedBotView[] | undefined = $state.raw();
  /** Why the account cannot be read, or bots of this browser cannot be moved to it. */
  problem = $state("");
  #player: string | undefined;
  #followed: Promise<void> = Promise.resolve();

  /** The bots, last saved first. Those that the account has refused come last. */
  get bots(): readonly SavedBotView[] {
    const saved = this.#account ?? [];
    return [...saved, ...this.#browser.filter((bot) => !saved.some(is(bot.game, bot.name)))];
  }

  /** True if new bots are saved to the account. */
  get inAccount(): boolean {
    return this.#account !== undefined;
  }

  find(game: string, name: string): SavedBotView | undefined {
    return this.bots.find(is(game, name));
  }

  /** Uses the account of this player, who has a claimed name, and moves the bots of this browser to it. */
  follow(player: string | undefined): Promise<void> {
    if (player !== this.#player) {
      this.#player = player;
      this.#account = undefined;
      if (player !== undefined) this.#followed = this.#enter(player);
    }
    return this.#followed;
  }

  async #enter(player: string): Promise<void> {
    this.problem = "";
    try {
      this.#account = await account.savedBots();
    } catch (error) {
      // The bots are then kept in the browser until the next try.
      [this.#player, this.problem] = [undefined, told(error)];
      return;
    }
    for (const bot of this.#browser.toReversed()) {
      try {
        const { game, name } = bot;
        const versions = bot.versions.map(({ at_ms, config, duel }) => ({ at_ms, config, ...(duel ? { duel } : {}) }));
        const saved = await account.saveBot({ game, name, versions });
        if (player !== this.#player) return;
        this.#account = saved;
        this.#write(this.#browser.filter((other) => other !== bot));
      } catch (error) {
        this.problem = told(error);
      }
    }
  }

  /** Reads the bots again: another tab or another device may have changed them. */
  async refresh(): Promise<void> {
    await this.#followed;
    if (this.#account) this.#account = await account.savedBots();
    this.#reread();
  }

  #reread(): void {
    this.#browser = read();
  }

  constructor() {
    window.addEventListener("storage", ({ key }) => {
      if (key === null || key.endsWith(`.${KEY}`)) this.#reread();
    });
  }

  /** Saves a configuration under its name: a new bot, or a new version if the settings changed. */
  async keep(config: Config, now = serverNow()): Promise<void> {
    await this.#followed;
    this.#reread();
    const [game, name] = [String(config.game), String(config.name)];
    const known = this.find(game, name);
    const last = known && latest(known);
    if (last && sameConfig(last.config, config)) return;
    if (this.#account) {
      this.#account = await account.saveBot({ game, name, versions: [{ config }] });
      return;
    }
    if (!known && this.#browser.length >= MOST_BOTS) throw new Refused({ status: 0, code: "browser_bots", args: { most: MOST_BOTS }, message: `This browser keeps at most ${MOST_BOTS} bots. Remove one first, or claim a name.` });
    const versions = [...(known?.versions ?? []), { version: (last?.version ?? 0) + 1, at_ms: now, config }];
    this.#write([{ game, name, versions: versions.slice(-MOST_VERSIONS) }, ...this.#browser.filter((one) => one !== known)]);
  }

  async drop(game: string, name: string): Promise<void> {
    this.#reread();
    if (this.#account?.some(is(game, name))) {
      await account.deleteSavedBot(game, name);
      this.#account = this.#account.filter((bot) => !is(game, name)(bot));
    }
    this.#write(this.#browser.filter((bot) => !is(game, name)(bot)));
  }

  /** Notes the duel of the newest version. */
  async duelled(game: string, name: string, duel: string): Promise<void> {
    this.#reread();
    const bot = this.#account?.find(is(game, name));
    if (bot) this.#account = await account.saveBot({ game, name, versions: [{ config: latest(bot).config, duel }] });
    else this.#write(this.#browser.map((one) => (is(game, name)(one) ? { ...one, versions: one.versions.with(-1, { ...latest(one), duel }) } : one)));
  }

  #write(bots: readonly SavedBotView[]): void {
    this.#browser = bots;
    store(KEY, bots.length > 0 ? JSON.stringify(bots) : undefined);
  }
}

export const mine = new Mine();
