// What a player wants to play, and how the server is told of it.

import type { ChallengeRules, ClockSetting, Create, FromClient, SeatChoice } from "../../web/src/wire/index.ts";

/** Which matches a player wants. */
export interface Wish {
  /** The game of matches to offer to whoever comes, or to `against`. */
  create?: string;
  /** The server's bot to play against in those; absent for whoever sits down. */
  against?: string;
  /** Whether to sit down at open matches of the lobby that the bot accepts. */
  join?: boolean;
  /** By which rules challenges are taken; absent to take none. */
  take?: ChallengeRules;
  /** The id of a player to challenge, to the game of `create`. */
  challenge?: string;
  /** The game to be paired for with whoever asks for the same. */
  pair?: string;
  /** The tournament or league to enter, by its name or id; its matches begin by themselves. */
  league?: string;
  /** What this version of the bot is called in that league. */
  version?: string;
  /** Whether matches that are offered count for ratings. */
  rated?: boolean;
  /** Matches to sit down at, by their ids. */
  matches?: readonly string[];
  /** The options of the game, for matches that are offered. */
  options?: Record<string, unknown>;
  /** The clock of matches that are offered; absent without one. */
  clock?: ClockSetting;
  /** The side in matches that are offered. */
  side?: "first" | "second" | "random";
  /** So many matches are played; absent to go on for ever. */
  count?: number;
  /** So many at a time; one unless given. */
  atOnce?: number;
}

/** Whether matches come without end, so that only their number ends the run. */
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

/** Asks to be paired for this game. */
export function pairing(wish: Wish, game: string): FromClient {
  return { type: "pair", game, ...terms(wish) };
}

/** Enters a league, or says there that the bot is back and ready to play. */
export function entry({ version }: Wish, league: string): FromClient {
  return { type: "enter", tournament: league, ...(version !== undefined && { version }) };
}

/** Clock and rating of matches that are offered. */
function terms({ clock, rated }: Wish): { clock?: ClockSetting; rated?: boolean } {
  return { ...(clock && { clock }), ...(rated && { rated }) };
}
