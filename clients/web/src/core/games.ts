// Translates the server's English texts about games, switches and bots. Texts without a translation stay in English.

import type { BotView, GameView, SwitchView } from "../wire";
import { count } from "./format";
import { textsOf } from "./language.svelte";

/** The translated texts of a game, in `game.zh.ts` in the folder of its board. */
export interface GameTexts {
  title: string;
  about: string;
  sides: readonly [string, string];
  /** The format of a position's text, if it is not a standard format. */
  form?: string;
  options?: Record<string, string>;
  /** The names of the game's options. */
  names?: Record<string, string>;
  /** The name of the search extension, if it is not that of checks. */
  extension?: string;
  evaluations: Record<string, string>;
  /** By name, or by "evaluation.name" if the same name has several meanings. */
  weights: Record<string, string>;
  /** Those that differ from the weight of the same name. */
  features?: Record<string, string>;
  bots: Record<string, string>;
}

const gameTexts = (game: string) => textsOf<GameTexts>(`boards/${game}/game`);

const names = () => textsOf<{ bot: (name: string) => string | undefined; evaluation: (name: string) => string | undefined; tournament: (what: string) => string | undefined; duel: (bot: string) => string }>("core/names");

/** Returns the name of an evaluation for display, with the name in files. */
export function evaluationName(name: string): string {
  const said = names()?.evaluation(name);
  return said === undefined ? name : `${said}（${name}）`;
}

/** Returns the name of a bot for display. The server's bots have translated names. */
export function botName(name: string): string {
  const game = /^([a-z0-9]+)-[a-z]+$/.exec(name)?.[1];
  return game !== undefined && gameTexts(game)?.bots[name] !== undefined ? (names()?.bot(name) ?? name) : name;
}

/** Returns the name of a bot with the name in files, if they differ. */
export function botTitle(name: string): string {
  const said = botName(name);
  return said === name ? name : `${said}（${name}）`;
}

const DUEL = " against all bots";
/** The stored name of a duel, the same in all languages. */
export const duelName = (bot: string): string => `${bot}${DUEL}`;

/** Returns the name of a tournament for display. Those that come with the program begin with the name of their game. */
export function tournamentName({ name, game }: { name: string; game: string }): string {
  if (name.endsWith(DUEL)) return names()?.duel(name.slice(0, -DUEL.length)) ?? name;
  const what = names()?.tournament(name.replace(/^[^:]*: /, ""));
  return what === undefined ? name : `${gameTitle(game)}：${what}`;
}

/** Returns the translated title of a game, or its name. */
export const gameTitle = (game: string): string => gameTexts(game)?.title ?? game;

export function spokenGame(game: GameView): GameView {
  const texts = gameTexts(game.name);
  if (!texts) return game;
  const { title, about, sides } = texts;
  return {
    ...game,
    title,
    about,
    sides: [...sides],
    options: game.options.map((option) => ({ ...option, about: texts.options?.[option.name] ?? option.about })),
    evaluations: game.evaluations.map((evaluation) => ({
      ...evaluation,
      about: texts.evaluations[evaluation.name] ?? evaluation.about,
      weights: evaluation.weights.map((weight) => ({ ...weight, about: texts.weights[`${evaluation.name}.${weight.name}`] ?? texts.weights[weight.name] ?? weight.about })),
    })),
    features: game.features.map((feature) => ({ ...feature, about: texts.features?.[feature.name] ?? texts.weights[feature.name] ?? feature.about })),
  };
}

/** Returns the name of an option. */
export const optionName = (game: string, option: string): string => gameTexts(game)?.names?.[option] ?? option;

export function spokenSwitch(one: SwitchView): SwitchView {
  return { ...one, about: textsOf<Record<string, string>>("core/switches")?.[one.key] ?? one.about };
}

/** Returns a short description of a bot's style of play. */
export const spokenSummary = ({ spec, summary }: Pick<BotView, "spec" | "summary">): string => textsOf<{ of: (spec: BotView["spec"]) => string }>("core/summary")?.of(spec) ?? summary.replace(/\d{5,}/g, (digits) => count(Number(digits)));

/** Returns the relevant settings of a bot. A fully random bot searches nothing. */
export const settingsOf = (spec: BotView["spec"]): [string, unknown][] =>
  Object.entries(spec).filter(([key]) => (spec.random_move === 1 ? key === "random_move" || key === "seed" : !["name", "game", "about"].includes(key)));

export function spokenBot(bot: BotView): BotView {
  return { ...bot, about: gameTexts(bot.game)?.bots[bot.name] ?? bot.about, summary: spokenSummary(bot) };
}

/**
 * Returns bots with ratings that do not contradict their order of strength: neighbours that were measured the other way
 * round share the mean of their ratings, because the measurement does not tell them apart.
 */
export function inOrder(bots: readonly BotView[]): BotView[] {
  const shared = new Map<BotView, number>();
  for (const game of new Set(bots.map((bot) => bot.game))) {
    const pools: { of: BotView[]; sum: number }[] = [];
    const mean = (pool: { of: BotView[]; sum: number } | undefined) => (pool ? pool.sum / pool.of.length : -Infinity);
    for (const bot of bots.filter((one) => one.game === game && one.rating !== undefined && !one.engine && !one.module).sort((a, b) => a.level - b.level)) {
      let pool = { of: [bot], sum: bot.rating ?? 0 };
      for (let below = pools.at(-1); below && mean(below) > mean(pool); below = pools.at(-1)) {
        pools.pop();
        pool = { of: [...below.of, ...pool.of], sum: below.sum + pool.sum };
      }
      pools.push(pool);
    }
    for (const pool of pools) for (const bot of pool.of) shared.set(bot, Math.round(mean(pool)));
  }
  return bots.map((bot) => (shared.has(bot) ? { ...bot, rating: shared.get(bot) ?? 0 } : bot));
}
