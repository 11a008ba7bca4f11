// The classes that a bot's author uses and extends.

import type { ChallengeView, MatchSummary, Verdict } from "../../web/src/wire/index.ts";
import type { Clock, Position } from "./position.ts";

/** A challenge to this player that waits for an answer. */
export type Challenge = ChallengeView;

/** An open match in the lobby. */
export type OpenMatch = MatchSummary;

/**
 * A player. Only `choose` is required.
 *
 * One object plays all matches, possibly several at the same time. Store the state of a match under `position.match`. A
 * bot that thinks for seconds must use a worker or another process and return a promise. A synchronous `choose` blocks
 * the connection, and the server closes a connection that is silent for too long.
 */
export abstract class Bot {
  /**
   * The supported games by the server's names, such as `connect4`; empty for all. The client refuses matches, leagues
   * and pairings of other games, and declines challenges to them.
   */
  readonly games: readonly string[] = [];

  /** Returns the move to make: one of `position.legal`. */
  abstract choose(position: Position, clock: Clock | undefined): string | Promise<string>;

  /** Returns true to join this open match. Called only if the player joins matches from the lobby. */
  accepts(match: OpenMatch): boolean {
    return this.plays(match.game);
  }

  /** Returns true to accept a challenge that fits the rules. */
  takes(challenge: Challenge): boolean {
    return this.plays(challenge.game);
  }

  /** Returns true to accept the opponent's draw offer. */
  acceptsDraw(_position: Position): boolean {
    return false;
  }

  /** Called when a match begins, or continues after a restart of this program. */
  started(_match: string, _game: string, _opponent: string): void {}

  /** Called when a match is over. `won` is undefined for a draw and for a void match. */
  ended(_match: string, _verdict: Verdict, _won: boolean | undefined): void {}

  private plays(game: string): boolean {
    return this.games.length === 0 || this.games.includes(game);
  }
}
