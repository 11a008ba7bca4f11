// Connects a UCI chess engine to the arena. ARENA_ENGINE names the program; the default is stockfish.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Bot } from "gametree-arena-client";

export class UciBot extends Bot {
  games = ["chess"];
  // Run one search at a time.
  #last = Promise.resolve();

  constructor() {
    super();
    const [program, ...args] = (process.env.ARENA_ENGINE ?? "stockfish").split(" ");
    this.engine = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.engine.stdout })[Symbol.asyncIterator]();
    this.#last = this.say("uci", "uciok");
  }

  choose(position, clock) {
    this.#last = this.#last.then(() => this.search(position, clock));
    return this.#last;
  }

  async search(position, clock) {
    const start = position.start === undefined ? "startpos" : `fen ${position.start}`;
    this.engine.stdin.write(`position ${start} moves ${position.moves.join(" ")}\n`);
    let go = "go movetime 200";
    if (clock) {
      const [mine, theirs] = position.side === "first" ? ["w", "b"] : ["b", "w"];
      const left = `${mine}time ${clock.mineMs} ${theirs}time ${clock.opponentMs}`;
      go = `go ${left} ${mine}inc ${clock.incrementMs} ${theirs}inc ${clock.incrementMs}`;
    }
    return (await this.say(go, "bestmove")).split(" ")[1];
  }

  /** Sends a line. Returns the first line of the answer that begins with the given word. */
  async say(line, until) {
    this.engine.stdin.write(`${line}\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error("the engine has ended");
      if (value.startsWith(until)) return value;
    }
  }
}
