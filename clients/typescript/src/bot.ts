// What the author of a bot writes.

import type { ChallengeView, MatchSummary, Verdict } from "../../web/src/wire/index.ts";
import type { Clock, Position } from "./position.ts";

/** A challenge to this player, which waits for an answer. */
export type Challenge = ChallengeView;

/** A match of the lobby that waits for somebody to sit down. */
export type OpenMatch = MatchSummary;

/**
 * A player. Only `choose` has to be written.
 *
 * One object plays all matches, several at a time where that was asked for; what belongs to one match is best kept by
 * `position.match`. Who thinks for seconds does so in a worker or another process and gives a promise: while a plain
 * `choose` runs, nothing else does, and a server gives up a connection that is silent for long.
 */
export abstract class Bot {
  /**
   * The games that it plays, by the server's names such as `connect4`; empty for all. Matches, leagues and pairings of others
   * are refused, and challenges to them declined.
   */
  readonly games: readonly string[] = [];

  /** The move to make: one of `position.legal`. */
  abstract choose(position: Position, clock: Clock | undefined): string | Promise<string>;

  /** Whether to sit down at a match of the lobby, when it joins open ones. */
  accepts(match: OpenMatch): boolean {
    return this.plays(match.game);
  }

  /** Whether to accept a challenge that fits the rules. */
  takes(challenge: Challenge): boolean {
    return this.plays(challenge.game);
  }

  /** Whether to take the opponent's offer of a draw. */
  acceptsDraw(_position: Position): boolean {
    return false;
  }

  /** A match begins, or goes on after this program was started again. */
  started(_match: string, _game: string, _opponent: string): void {}

  /** A match is over; `won` is absent for a draw and for a match that does not count. */
  ended(_match: string, _verdict: Verdict, _won: boolean | undefined): void {}

  private plays(game: string): boolean {
    return this.games.length === 0 || this.games.includes(game);
  }
}
