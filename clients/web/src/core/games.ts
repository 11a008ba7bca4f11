// What the server says of games, switches and bots in English, said in the language of the page. English has no texts of
// its own for these: what another language lacks stays as the server says it.

import type { BotView, GameView, SwitchView } from "../wire";
import { count } from "./format";
import { textsOf } from "./language.svelte";

/** A game in another language, in `game.zh.ts` in the folder of its board. */
export interface GameTexts {
  title: string;
  about: string;
  sides: readonly [string, string];
  /** What the text of a position looks like, where it is none of a standard. */
  form?: string;
  options?: Record<string, string>;
  /** What its options are called. */
  names?: Record<string, string>;
  evaluations: Record<string, string>;
  /** By name, or by "evaluation.name" where the same name means something else. */
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

/** What an option is called. */
export const optionName = (game: string, option: string): string => gameTexts(game)?.names?.[option] ?? option;

export function spokenSwitch(one: SwitchView): SwitchView {
  return { ...one, about: textsOf<Record<string, string>>("core/switches")?.[one.key] ?? one.about };
}

/** How a bot plays, in a few words. */
export const spokenSummary = ({ spec, summary }: Pick<BotView, "spec" | "summary">): string => textsOf<{ of: (spec: BotView["spec"]) => string }>("core/summary")?.of(spec) ?? summary.replace(/\d{5,}/g, (digits) => count(Number(digits)));

/** The settings of a bot that matter: one that always plays at random searches nothing. */
export const settingsOf = (spec: BotView["spec"]): [string, unknown][] =>
  Object.entries(spec).filter(([key]) => (spec.random_move === 1 ? key === "random_move" || key === "seed" : !["name", "game", "about"].includes(key)));

export function spokenBot(bot: BotView): BotView {
  return { ...bot, about: gameTexts(bot.game)?.bots[bot.name] ?? bot.about, summary: spokenSummary(bot) };
}
