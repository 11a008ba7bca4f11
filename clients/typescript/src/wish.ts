// The matches that a player wants, and their messages to the server.

import type { ChallengeRules, ClockSetting, Create, FromClient, SeatChoice } from "../../web/src/wire/index.ts";

/** The matches that a player wants. */
export interface Wish {
  /** The game of matches to offer, to anyone or to `against`. */
  create?: string;
  /** The server's bot to play against in those; absent for anyone. */
  against?: string;
  /** Whether to join open matches of the lobby that the bot accepts. */
  join?: boolean;
  /** The rules for accepting challenges; absent to accept none. */
  take?: ChallengeRules;
  /** The id of a player to challenge to the game of `create`. */
  challenge?: string;
  /** The game for quick pairing. */
  pair?: string;
  /** The tournament or league to enter, by name or id; its matches begin automatically. */
  league?: string;
  /** The name of the bot's version in that league. */
  version?: string;
  /** Whether offered matches are rated. */
  rated?: boolean;
  /** Matches to join, by id. */
  matches?: readonly string[];
  /** The game's options for offered matches. */
  options?: Record<string, unknown>;
  /** The clock of offered matches; absent without one. */
  clock?: ClockSetting;
  /** The side in offered matches. */
  side?: "first" | "second" | "random";
  /** Number of matches to play; absent for no limit. */
  count?: number;
  /** Number of concurrent matches; one by default. */
  atOnce?: number;
}

/** Whether matches arrive without end, so that only `count` ends the run. */
export function goesOn({ create, join, take, pair, league }: Wish): boolean {
  return join === true || [create, take, pair, league].some((wished) => wished !== undefined);
}

/** Offers a match of this game. */
export function offer(wish: Wish, game: string): FromClient {
  const { against, side, options } = wish;
  const opponent: SeatChoice = against === undefined ? "open" : { bot: against };
  const seats: Create["seats"] = side === "second" ? [opponent, "me"] : ["me", opponent];
  return { type: "create", game, seats, shuffle: side === "random", ...(options && { options }), ...terms(wish) };
}

/** Challenges a player to this game. */
export function challenge(wish: Wish, opponent: string, game: string): FromClient {
  const { side, options } = wish;
  return { type: "challenge", opponent, game, seat: side ?? "random", ...(options && { options }), ...terms(wish) };
}

/** Requests pairing for this game. */
export function pairing(wish: Wish, game: string): FromClient {
  return { type: "pair", game, ...terms(wish) };
}

/** Enters a league, or reports there that the bot is ready again. */
export function entry({ version }: Wish, league: string): FromClient {
  return { type: "enter", tournament: league, ...(version !== undefined && { version }) };
}

/** Clock and rating of offered matches. */
function terms({ clock, rated }: Wish): { clock?: ClockSetting; rated?: boolean } {
  return { ...(clock && { clock }), ...(rated && { rated }) };
}
