// Asks a bot for its moves and makes them, one at a time in each match.

import type { Asker } from "./asker.ts";
import type { Bot } from "./bot.ts";
import type { Games } from "./games.ts";
import { pause } from "./pace.ts";
import type { Match } from "./position.ts";

/** What the mover needs of the player. */
export interface MoverPorts {
  bot: Bot;
  games: Games;
  asker: Asker;
  /** Whether this player still plays the match. */
  isPlaying(match: Match): boolean;
  log(level: "warning" | "error", line: string): void;
}

export class Mover {
  readonly #ports: MoverPorts;
  readonly #moving = new Set<string>();

  constructor(ports: MoverPorts) {
    this.#ports = ports;
  }

  /** Makes the bot's moves as long as it is its turn, which may return meanwhile. */
  async moveIfAsked(match: Match): Promise<void> {
    if (this.#moving.has(match.id)) return;
    this.#moving.add(match.id);
    try {
      while (this.#ports.isPlaying(match) && match.isMyTurn) await this.#move(match);
    } finally {
      this.#moving.delete(match.id);
    }
  }

  async #move(match: Match): Promise<void> {
    const { bot, games, asker, log } = this.#ports;
    const { id, ply } = match;
    if (!games.plays(match.game)) {
      // The game of a tournament's or a friend's match may not have been known before.
      log("error", `${games.unplayed(match.game)}, and it resigns match ${id}`);
      return this.#resign(match);
    }
    let move: string;
    try {
      move = await bot.choose(match.position(), match.clock());
    } catch (error) {
      log("error", `the bot fails in match ${id}, and resigns it: ${String(error)}`);
      return this.#resign(match);
    }
    if (!match.isMyTurn || match.ply !== ply) return;
    if (!match.legal.includes(move)) {
      log("error", `the bot's move ${JSON.stringify(move)} in match ${id} is not legal, and it resigns`);
      return this.#resign(match);
    }
    try {
      await asker.ask({ type: "move", match: id, ply, move });
    } catch (error) {
      log("warning", `the move ${move} in match ${id} was refused: ${String(error)}`);
      // If it is still this player's turn, ask again after a pause.
      await pause(1_000);
    }
    await this.#settled(match, ply);
  }

  async #resign(match: Match): Promise<void> {
    const { ply } = match;
    await this.#ports.asker.ask({ type: "resign", match: match.id });
    await this.#settled(match, ply);
  }

  /** Waits for the event of the move, which comes with the answer or soon after. */
  async #settled(match: Match, ply: number): Promise<void> {
    for (let n = 0; n < 100 && match.isMyTurn && match.ply === ply; n++) await pause(10);
  }
}
