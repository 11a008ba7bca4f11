// The interface that a bot's author implements.

import type { ChallengeView, MatchSummary, Verdict } from "../../web/src/wire/index.ts";
import type { Clock, Position } from "./position.ts";

/** A challenge to this player that waits for an answer. */
export type Challenge = ChallengeView;

/** A match of the lobby with an open seat. */
export type OpenMatch = MatchSummary;

/**
 * A player. Only `choose` is required. One object plays all matches, possibly several at a time; use `position.match`
 * to separate them. Long searches belong in a worker or another process: a plain `choose` blocks everything else, and
 * the server closes a connection that is silent for long.
 */
export abstract class Bot {
  /**
   * The games that it plays, by the server's names such as `connect4`; empty for all. Matches, leagues and pairings of
   * other games are refused, and challenges to them declined.
   */
  readonly games: readonly string[] = [];

  /** Returns the move to make, one of `position.legal`. */
  abstract choose(position: Position, clock: Clock | undefined): string | Promise<string>;

  /** Whether to join an open match of the lobby. */
  accepts(match: OpenMatch): boolean {
    return this.plays(match.game);
  }

  /** Whether to accept a challenge that fits the rules. */
  takes(challenge: Challenge): boolean {
    return this.plays(challenge.game);
  }

  /** Whether to accept the opponent's draw offer. */
  acceptsDraw(_position: Position): boolean {
    return false;
  }

  /** Called when a match begins, or continues after this program was restarted. */
  started(_match: string, _game: string, _opponent: string): void {}

  /** Called when a match ends; `won` is absent for a draw and for a void match. */
  ended(_match: string, _verdict: Verdict, _won: boolean | undefined): void {}

  private plays(game: string): boolean {
    return this.games.length === 0 || this.games.includes(game);
  }
}
