// The matches that a player wants to play, and the messages that request them.

import type { ChallengeRules, ClockSetting, Create, FromClient, SeatChoice } from "../../web/src/wire/index.ts";

/** The matches that a player wants to play. */
export interface Wish {
  /** The game to offer, either to anyone or to `against`. */
  create?: string;
  /** The server's bot to play against in offered matches; absent for any opponent. */
  against?: string;
  /** True to join open matches in the lobby if the bot accepts them. */
  join?: boolean;
  /** The rules for accepting challenges; absent to accept no challenges. */
  take?: ChallengeRules;
  /** The id of a player to challenge. The game is `create`. */
  challenge?: string;
  /** The game for automatic pairing. */
  pair?: string;
  /** The name or id of the tournament or league to enter. The server starts its matches. */
  league?: string;
  /** The name of this version of the bot in that league. */
  version?: string;
  /** True to offer rated matches. */
  rated?: boolean;
  /** The ids of matches to join. */
  matches?: readonly string[];
  /** The game options of offered matches. */
  options?: Record<string, unknown>;
  /** The clock of offered matches; absent for matches without a clock. */
  clock?: ClockSetting;
  /** The bot's side in offered matches. */
  side?: "first" | "second" | "random";
  /** The number of matches to play; absent for no limit. */
  count?: number;
  /** The maximum number of simultaneous matches; the default is 1. */
  atOnce?: number;
}

/** Returns true if the supply of matches is endless, so that only `count` ends the run. */
export function goesOn({ create, join, take, pair, league }: Wish): boolean {
  return join === true || [create, take, pair, league].some((wished) => wished !== undefined);
}

/** Builds the message that offers a match of this game. */
export function offer(wish: Wish, game: string): FromClient {
  const { against, side, options } = wish;
  const opponent: SeatChoice = against === undefined ? "open" : { bot: against };
  const seats: Create["seats"] = side === "second" ? [opponent, "me"] : ["me", opponent];
  return { type: "create", game, seats, shuffle: side === "random", ...(against === undefined && { listed: true }), ...(options && { options }), ...terms(wish) };
}

/** Builds the message that challenges a player to this game. */
export function challenge(wish: Wish, opponent: string, game: string): FromClient {
  const { side, options } = wish;
  return { type: "challenge", opponent, game, seat: side ?? "random", ...(options && { options }), ...terms(wish) };
}

/** Builds the message that requests a pairing for this game. */
export function pairing(wish: Wish, game: string): FromClient {
  return { type: "pair", game, ...terms(wish) };
}

/** Builds the message that enters a league, or reports that the bot is back and ready to play. */
export function entry({ version }: Wish, league: string): FromClient {
  return { type: "enter", tournament: league, ...(version !== undefined && { version }) };
}

/** Returns the clock and rating fields of offered matches. */
function terms({ clock, rated }: Wish): { clock?: ClockSetting; rated?: boolean } {
  return { ...(clock && { clock }), ...(rated && { rated }) };
}
