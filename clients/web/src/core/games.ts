// Translations of the server's English texts of games, switches and bots. English has no texts here; missing
// translations fall back to the server's text.

import type { BotView, GameView, SwitchView } from "../wire";
import { count } from "./format";
import { textsOf } from "./language.svelte";

/** A game in another language, from `game.zh.ts` in the folder of its board. */
export interface GameTexts {
  title: string;
  about: string;
  sides: readonly [string, string];
  /** The form of a position's text, if it is not a standard one. */
  form?: string;
  options?: Record<string, string>;
  /** The names of its options. */
  names?: Record<string, string>;
  evaluations: Record<string, string>;
  /** By name, or by "evaluation.name" if a name has several meanings. */
  weights: Record<string, string>;
  bots: Record<string, string>;
}

const gameTexts = (game: string) => textsOf<GameTexts>(`boards/${game}/game`);

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
  };
}

/** The name of an option. */
export const optionName = (game: string, option: string): string => gameTexts(game)?.names?.[option] ?? option;

export function spokenSwitch(one: SwitchView): SwitchView {
  return { ...one, about: textsOf<Record<string, string>>("core/switches")?.[one.key] ?? one.about };
}

/** A bot's style in a few words. */
export const spokenSummary = ({ spec, summary }: Pick<BotView, "spec" | "summary">): string => textsOf<{ of: (spec: BotView["spec"]) => string }>("core/summary")?.of(spec) ?? summary.replace(/\d{5,}/g, (digits) => count(Number(digits)));

/** The relevant settings of a bot: one that always plays at random has no search. */
export const settingsOf = (spec: BotView["spec"]): [string, unknown][] =>
  Object.entries(spec).filter(([key]) => (spec.random_move === 1 ? key === "random_move" || key === "seed" : !["name", "game", "about"].includes(key)));

export function spokenBot(bot: BotView): BotView {
  return { ...bot, about: gameTexts(bot.game)?.bots[bot.name] ?? bot.about, summary: spokenSummary(bot) };
}
