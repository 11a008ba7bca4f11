// Asks a bot for its moves and sends them, one at a time in each match.

import type { ProgramFailure } from "../../web/src/wire/index.ts";
import type { Asker } from "./asker.ts";
import type { Bot } from "./bot.ts";
import type { Games } from "./games.ts";
import { pause } from "./pace.ts";
import type { Match } from "./position.ts";
import { shown } from "./shown.ts";

/** The dependencies of `Mover`. */
export interface MoverPorts {
  bot: Bot;
  games: Games;
  asker: Asker;
  /** Returns true while this client plays the match. */
  isPlaying(match: Match): boolean;
  log(level: "warning" | "error", line: string): void;
}

export class Mover {
  readonly #ports: MoverPorts;
  readonly #moving = new Set<string>();

  constructor(ports: MoverPorts) {
    this.#ports = ports;
  }

  /** Makes the bot's moves while it is the bot's turn. */
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
      // The game of a tournament match or a requested match may be unknown until it starts.
      log("error", `${games.unplayed(match.game)}, and it resigns match ${id}`);
      return this.#resign(match);
    }
    let move: string;
    try {
      move = await bot.choose(match.position(), match.clock());
    } catch (error) {
      log("error", `the bot fails in match ${id}, and loses it: ${shown(error)}`);
      return this.#resign(match, "crash");
    }
    if (!match.isMyTurn || match.ply !== ply) return;
    if (!match.legal.includes(move)) {
      log("error", `the bot's move ${shown(move)} in match ${id} is not legal, and it loses`);
      return this.#resign(match, "illegal");
    }
    try {
      await asker.ask({ type: "move", match: id, ply, move });
    } catch (error) {
      log("warning", `the move ${move} in match ${id} was refused: ${String(error)}`);
      // The loop asks again after this pause if it is still the bot's turn.
      await pause(1_000);
    }
    await this.#settled(match, ply);
  }

  async #resign(match: Match, because?: ProgramFailure): Promise<void> {
    const { ply } = match;
    await this.#ports.asker.ask({ type: "resign", match: match.id, ...(because && { because }) });
    await this.#settled(match, ply);
  }

  /** Waits for the event of the bot's action, which arrives with the answer or soon after it. */
  async #settled(match: Match, ply: number): Promise<void> {
    for (let n = 0; n < 100 && match.isMyTurn && match.ply === ply; n++) await pause(10);
  }
}
