// Checks which games a bot plays. Leagues and matches of other games are refused before the bot connects.

import type { ChallengeRules, MatchView, TournamentPage, TournamentsView } from "../../web/src/wire/index.ts";
import type { Bot } from "./bot.ts";
import { ArenaError, get } from "./http.ts";
import type { Wish } from "./wish.ts";

/** The games of a bot. */
export class Games {
  readonly #names: readonly string[];
  /** True after the games of the requested league and matches were checked. */
  #isKnown = false;

  constructor(bot: Bot) {
    // Accept a plain string: it is easy to forget the brackets of an array with one element.
    this.#names = [bot.games].flat();
  }

  plays(game: string): boolean {
    return this.#names.length === 0 || this.#names.includes(game);
  }

  unplayed(game: string): string {
    return `the bot plays ${this.#names.join(", ")} only, not ${game}`;
  }

  /** Throws an error if the game is known and the bot does not play it. */
  mustPlay(game: string | undefined, what = ""): void {
    if (game !== undefined && !this.plays(game)) throw new ArenaError(this.unplayed(game) + what);
  }

  /** Removes the games that the bot does not play, so that the server declines those challenges at once. */
  within(rules: ChallengeRules): ChallengeRules {
    const [first, ...others] = rules.games?.length ? rules.games : this.#names;
    if (first === undefined) return rules;
    const games = [first, ...others].filter((game) => this.plays(game));
    if (games.length === 0) this.mustPlay(first, ", which the rules take");
    return { ...rules, games };
  }

  /** Checks the games of the requested league and matches. Runs until the check has succeeded once. */
  async lookAhead(url: string, { league, matches = [] }: Wish): Promise<void> {
    if (this.#names.length === 0 || this.#isKnown) return;
    try {
      if (league !== undefined) this.mustPlay(await gameOfLeague(url, league), `, the game of ${league}`);
      for (const id of matches) this.mustPlay(await gameOfMatch(url, id), `, the game of match ${id}`);
    } catch (error) {
      if (error instanceof ArenaError) throw error;
      // The server is down or overloaded. The bot resigns a match of another game when it starts.
      return;
    }
    this.#isKnown = true;
  }
}

/** Returns the game of an enterable tournament, given its name or id; undefined if there is none. */
async function gameOfLeague(url: string, league: string): Promise<string | undefined> {
  const name = league.trim();
  if (/^[0-9a-f]{32}$/i.test(name.replaceAll("-", ""))) {
    return (await get<TournamentPage>(url, `/api/tournaments/${name}`))?.game;
  }
  // The query returns all names that contain these words. Only an exact match counts.
  const query = new URLSearchParams({ live: "true", name, limit: "100" });
  const page = await get<TournamentsView>(url, `/api/tournaments?${query}`);
  return page?.tournaments.find((row) => row.name.toLowerCase() === name.toLowerCase())?.game;
}

/** Returns the game of a match; undefined if there is no such match. */
async function gameOfMatch(url: string, id: string): Promise<string | undefined> {
  return (await get<MatchView>(url, `/api/matches/${encodeURIComponent(id)}`))?.game;
}
