// The games of a bot. Leagues and matches of other games are refused before the bot appears on the server.

import type { ChallengeRules, MatchView, TournamentPage, TournamentsView } from "../../web/src/wire/index.ts";
import type { Bot } from "./bot.ts";
import { ArenaError, get } from "./http.ts";
import type { Wish } from "./wish.ts";

/** The games of a bot. */
export class Games {
  readonly #names: readonly string[];
  /** Whether the games of the wish are known. */
  #isKnown = false;

  constructor(bot: Bot) {
    // A single name is easily written without its brackets.
    this.#names = [bot.games].flat();
  }

  plays(game: string): boolean {
    return this.#names.length === 0 || this.#names.includes(game);
  }

  unplayed(game: string): string {
    return `the bot plays ${this.#names.join(", ")} only, not ${game}`;
  }

  /** Throws if the bot does not play the game. An unknown game is accepted. */
  mustPlay(game: string | undefined, what = ""): void {
    if (game !== undefined && !this.plays(game)) throw new ArenaError(this.unplayed(game) + what);
  }

  /** The rules restricted to the bot's games, so that the server declines others at once. */
  within(rules: ChallengeRules): ChallengeRules {
    const [first, ...others] = rules.games?.length ? rules.games : this.#names;
    if (first === undefined) return rules;
    const games = [first, ...others].filter((game) => this.plays(game));
    if (games.length === 0) this.mustPlay(first, ", which the rules take");
    return { ...rules, games };
  }

  /** Checks the games of the league and the matches, unless the server cannot be asked yet. */
  async lookAhead(url: string, { league, matches = [] }: Wish): Promise<void> {
    if (this.#names.length === 0 || this.#isKnown) return;
    try {
      if (league !== undefined) this.mustPlay(await gameOfLeague(url, league), `, the game of ${league}`);
      for (const id of matches) this.mustPlay(await gameOfMatch(url, id), `, the game of match ${id}`);
    } catch (error) {
      if (error instanceof ArenaError) throw error;
      // The server is down or busy; a match of another game is resigned when it begins.
      return;
    }
    this.#isKnown = true;
  }
}

/** The game of an enterable tournament by name or id; absent if there is none. */
async function gameOfLeague(url: string, league: string): Promise<string | undefined> {
  const name = league.trim();
  if (/^[0-9a-f]{32}$/i.test(name.replaceAll("-", ""))) {
    return (await get<TournamentPage>(url, `/api/tournaments/${name}`))?.game;
  }
  // The tournaments whose names contain all words, among them the one with exactly this name.
  const query = new URLSearchParams({ live: "true", name, limit: "100" });
  const page = await get<TournamentsView>(url, `/api/tournaments?${query}`);
  return page?.tournaments.find((row) => row.name.toLowerCase() === name.toLowerCase())?.game;
}

/** The game of a match; absent if there is none. */
async function gameOfMatch(url: string, id: string): Promise<string | undefined> {
  return (await get<MatchView>(url, `/api/matches/${encodeURIComponent(id)}`))?.game;
}
