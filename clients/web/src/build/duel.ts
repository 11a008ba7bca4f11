// A bot against one or all bots of the server: a gauntlet in which it meets each of them.

import { api } from "../core/api";
import { duelName } from "../core/games";
import { textsReady } from "../core/language.svelte";
import { Refused } from "../core/link";
import { refused, told } from "../core/told";
import { scoreOf, type Score } from "../results/findings";
import type { BotView, Diagnostic, ErrorBody, GuestMatches, TournamentReport } from "../wire";
import { without, type Config } from "./config";

/** Encounters with each bot, the most that the budget allows; an encounter is two matches. */
const ROUNDS = [4, 2, 1] as const;
/** Encounters with a single bot. */
const ALONE = 20;
const roundsAgainst = (opponents: number): readonly number[] => (opponents === 1 ? [ALONE, ...ROUNDS] : ROUNDS);

const opponents = (config: Config, ladder: readonly BotView[]) => ladder.filter((bot) => bot.game === config.game && !bot.engine && bot.name !== config.name);

/**
 * Returns the tournament's file, key by key. Each encounter has its own opening, so that a short duel has several too.
 * One ply hardly ever decides a game; two do in tic-tac-toe.
 */
export function gauntlet(config: Config, ladder: readonly BotView[], rounds: number = ROUNDS[0]): Record<string, unknown> {
  const met = opponents(config, ladder);
  return {
    name: met.length === 1 && met[0] ? `${String(config.name)} – ${met[0].name}` : duelName(String(config.name)),
    game: config.game,
    format: "gauntlet",
    rounds,
    seed: 1,
    openings: { random_plies: 1, per: "encounter" },
    entrants: [without(config, ["game", "about"]), ...met.map((bot) => ({ bot: bot.name }))],
  };
}

/** Returns the number of matches of a whole duel. */
export const duelMatches = (config: Config, ladder: readonly BotView[]): number => {
  const { length } = opponents(config, ladder);
  return 2 * (roundsAgainst(length)[0] ?? 0) * length;
};

/** Whether the visitor may start a duel. */
export interface Permission {
  /** Why not; empty if the visitor may. */
  closed: string;
  refusal?: Diagnostic;
  /** The matches that a guest may have played. */
  guest?: GuestMatches;
}

export async function permission(operator: boolean): Promise<Permission> {
  return api.composable(operator).then(
    async ({ refusal, bounds }) => {
      await textsReady("core/diagnostics");
      return { closed: refused(refusal), ...(refusal ? { refusal } : {}), ...(bounds?.guest ? { guest: bounds.guest } : {}) };
    },
    (error: unknown) => ({ closed: told(error) }),
  );
}

/**
 * Starts the duel, with fewer rounds if a whole one is beyond the budget, and returns the tournament. Rejects with the
 * reason if the server refuses it.
 */
export async function duel(config: Config, ladder: readonly BotView[], operator: boolean): Promise<string> {
  let refusal: ErrorBody | undefined;
  for (const rounds of roundsAgainst(opponents(config, ladder).length)) {
    const { toml, problem, cost } = await api.composeTournament({ file: gauntlet(config, ladder, rounds) }, operator);
    if (problem) throw new Refused({ status: 422, ...problem.problem });
    if (!cost?.refusal) return (await api.startDescribed(toml, operator)).id;
    refusal = cost.refusal;
    if (refusal.code !== "budget" && refusal.code !== "guest_matches") break;
  }
  throw new Refused(refusal as ErrorBody);
}

export interface Standing extends Score {
  finished: boolean;
}

/** Returns where the bot stands: the bots against whom it scored more than half. */
export function standing(table: TournamentReport, name: string): Standing {
  return { ...scoreOf(table, name), finished: table.matches >= table.scheduled };
}
