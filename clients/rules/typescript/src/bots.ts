// The arena's own bots and statistics as a WebAssembly module. It is larger than that of the rules, and needs the trained
// models, so it is loaded where this file is imported.

import { Caller } from "./caller.js";
import type { Position, Side } from "./index.js";

const module = await Caller.load("bots.wasm");
await module.provideModels();

/** A configuration of a bot, as in a bot's file. */
export type BotSpec = Readonly<Record<string, unknown>>;

const unused = new FinalizationRegistry((seat: number) => module.call({ do: "drop", seat }));

/** Describes a position to the module, which does not share positions with that of the rules. */
function reached({ game, options, start, moves }: Position): Record<string, unknown> {
  return { game, options, start: start ?? null, moves };
}

/** The names of the arena's bots for a game, from weak to strong. */
export function bots(game: string): string[] {
  return module.call({ do: "bots", game }) as string[];
}

/** A bot of the arena, by its name, or configured by an object as in a bot's file. */
export class HouseBot {
  readonly name: string;
  /** The game that it plays. */
  readonly game: string;
  /** The complete configuration. */
  readonly spec: BotSpec;
  readonly #bot: string | BotSpec;
  readonly #summary: string;

  constructor(bot: string | BotSpec, game?: string) {
    const known = module.call({ do: "bot", bot, game: game ?? null }) as { name: string; game: string; spec: {}; summary: string };
    this.name = known.name;
    this.game = known.game;
    this.spec = known.spec;
    this.#bot = typeof bot === "string" ? bot : { ...bot };
    this.#summary = known.summary;
  }

  /** Takes a seat in a match that begins at `position`, before its moves. Chance derives from the match's `seed`. */
  seat(position: Position, side: Side = "first", seed = 0): Seat {
    const request = { do: "seat", bot: this.#bot, game: this.game, position: reached(position), side, seed };
    return new Seat(module.call(request) as number);
  }

  toString(): string {
    return `<HouseBot ${this.name}: ${this.#summary}>`;
  }
}

/** A bot in one seat of a match. It remembers its searches. */
export class Seat {
  readonly #seat: number;

  /** @internal */
  constructor(seat: number) {
    this.#seat = seat;
    unused.register(this, seat, this);
  }

  /**
   * The move in a position of the match, the nodes searched for it, and its value for the mover, null if it was not
   * searched. It blocks its thread.
   */
  choose(position: Position): [string, number, number | null] {
    return module.call({ do: "choose", seat: this.#seat, position: reached(position) }) as [string, number, number | null];
  }

  /** Leaves the match, and frees the memory of the searches at once. Nothing can be chosen afterwards. */
  leave(): void {
    if (unused.unregister(this)) module.call({ do: "drop", seat: this.#seat });
  }
}

/**
 * The figures of `arena stats --json` for records, each a JSON text.
 *
 * `sides` are the entrant whose figures are given and its opponent. `sprt` are two hypotheses in normalised Elo, tested
 * with error rates of 5 %.
 */
export function statistics(records: readonly string[], sides?: readonly [string, string], sprt?: readonly [number, number]): Record<string, any> {
  return module.call({ do: "statistics", records, sides, sprt }) as Record<string, any>;
}

/** The text of `arena stats` for records, each a JSON text. */
export function report(records: readonly string[], sides?: readonly [string, string], sprt?: readonly [number, number]): string {
  return module.call({ do: "report", records, sides, sprt }) as string;
}

/** The identifier of a match in a tournament: that of equal names, seed and number is equal. */
export function match_id(names: readonly [string, string], seed: number, number: number): string {
  return module.call({ do: "match_id", names, seed, number }) as string;
}
