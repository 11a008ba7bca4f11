// Matches and tournaments in this process, without a server. The twin of `gametree_arena.offline` in Python:
//
//   import { playMatch } from "gametree-arena-rules/offline";
//   console.log(`${await playMatch(new MyBot(), "connect4-club", { games: 20 })}`);

import { type BotSpec, HouseBot, match_id, report, statistics } from "./bots.js";
import { Position, RulesError, type Side } from "./index.js";

/** A position in which a bot is to move, with the fields that a server sends. */
export interface BotPosition {
  /** The id of the match. */
  match: string;
  game: string;
  /** The options of the game. */
  options: Record<string, unknown>;
  /** The position before the moves; absent for the game's initial position. */
  start?: string;
  /** The number of opening moves, which neither player made. */
  opening: number;
  moves: readonly string[];
  /** The number of the move to make, starting at 0. */
  ply: number;
  side: Side;
  legal: readonly string[];
  /** The board as clients draw it. */
  diagram: unknown;
  opponent: string;
}

/** How a match ended. */
export interface Verdict {
  outcome: Side | "draw";
  /** The reason. */
  by: "rules" | "illegal" | "timeout" | "crash" | "adjudicated-length";
  detail?: string;
}

/** A bot of your own, such as one for the package `gametree-arena-client`. */
export interface Bot {
  /** The supported games; absent or empty for all. */
  readonly games?: readonly string[] | string;
  /** Returns one of `position.legal`. There is no clock. */
  choose(position: BotPosition, clock: undefined): string | Promise<string>;
  started?(match: string, game: string, opponent: string): void;
  ended?(match: string, verdict: Verdict, won: boolean | undefined): void;
}

/** A bot of your own, the name of one of the arena's bots, or the configuration of one. */
export type Entrant = Bot | string | BotSpec;

export interface TournamentSettings {
  /** The game. Not needed if one of the entrants plays only one. */
  game?: string;
  /** The number of matches of each pair, an even one; 20 by default. */
  games?: number;
  /** The options of the game. */
  options?: Record<string, unknown>;
  /** The plies of the random openings; 2 by default. */
  opening?: number;
  /** Openings and the chance of the arena's bots derive from it; 0 by default. */
  seed?: number;
  /** A bot that takes longer for a move loses. It is not interrupted. */
  timeMs?: number;
  /** Of two entrants: end as soon as a sequential test accepts one of these differences in normalised Elo. */
  sprt?: readonly [number, number];
}

/** Longer matches are drawn. No game of the arena takes as long without a repetition. */
const MOST_PLIES = 1_000;
const SIDES = ["first", "second"] as const;

const other = (side: Side): Side => (side === "first" ? "second" : "first");

/** A finished match. */
export class Match {
  /** @internal */
  constructor(
    readonly names: readonly [string, string],
    /** The last position, with all moves. */
    readonly position: Position,
    readonly verdict: Verdict,
    /** The match as `arena stats`, `arena verify` and `arena export` read it. */
    readonly record: Readonly<Record<string, unknown>>,
  ) {}

  /** Who won, and how. */
  get result(): string {
    const { outcome, by, detail } = this.verdict;
    const winner = outcome === "draw" ? "draw" : `${this.names[SIDES.indexOf(outcome)]} won`;
    return `${winner} by ${by}${detail === undefined ? "" : ` (${detail})`}`;
  }

  toString(): string {
    return `${this.names[0]} – ${this.names[1]}: ${this.result}, ${this.position.moves.length} moves`;
  }

  /** Draws the last position as SVG. */
  toSvg(): string {
    return this.position.to_svg();
  }
}

/** An entrant with its name. */
interface Seated {
  name: string;
  bot: Bot | HouseBot;
}

/** An entrant in one seat of a match. */
interface Chooser {
  /** Returns a move, the nodes searched for it and its value. */
  choose(position: Position): Chosen | Promise<Chosen>;
  leave?(): void;
}

type Chosen = readonly [string, number, number | null];

function takeSeat(bot: Bot | HouseBot, begun: Position, side: Side, seed: number, match: string, opponent: string): Chooser {
  if (bot instanceof HouseBot) return bot.seat(begun, side, seed);
  const choose = async ({ game, options, start, moves, side, legal, diagram }: Position): Promise<Chosen> => {
    const position: BotPosition = { match, game, options, opening: begun.moves.length, moves, ply: moves.length, side, legal, diagram, opponent };
    if (start !== undefined) position.start = start;
    return [await bot.choose(position, undefined), 0, null];
  };
  return { choose };
}

/** Returns what a bot has thrown as text. */
function thrown(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return typeof error === "string" ? error : typeof error;
}

async function playOne(seated: readonly [Seated, Seated], begun: Position, seed: number, number: number, timeMs: number | undefined): Promise<Match> {
  const names = [seated[0].name, seated[1].name] as const;
  const match = match_id(names, seed, number);
  for (const [index, { bot }] of seated.entries()) {
    if (!(bot instanceof HouseBot)) bot.started?.(match, begun.game, names[1 - index]!);
  }
  const choosers = seated.map(({ bot }, index) => takeSeat(bot, begun, SIDES[index]!, seed + number, match, names[1 - index]!));
  let position = begun;
  const nodes = begun.moves.map(() => 0);
  const values: (number | null)[] = begun.moves.map(() => null);
  let verdict: Verdict | undefined;
  while (verdict === undefined && position.legal.length > 0) {
    const { side, legal } = position;
    const began = performance.now();
    let chosen: Chosen;
    try {
      chosen = await choosers[SIDES.indexOf(side)]!.choose(position);
    } catch (error) {
      verdict = { outcome: other(side), by: "crash", detail: thrown(error) };
      break;
    }
    const tookMs = Math.round(performance.now() - began);
    const [move, searched, value] = chosen;
    if (!legal.includes(move)) {
      const given = typeof move === "string" ? `'${move}'` : typeof move;
      verdict = { outcome: other(side), by: "illegal", detail: `${given} is not legal; legal: ${legal.slice(0, 12).join(" ")}` };
    } else if (timeMs !== undefined && tookMs > timeMs) {
      verdict = { outcome: other(side), by: "timeout", detail: `took ${tookMs} ms of ${timeMs} ms` };
    } else {
      position = position.play(move);
      nodes.push(searched);
      values.push(value);
      if (position.legal.length > 0 && position.moves.length >= MOST_PLIES) verdict = { outcome: "draw", by: "adjudicated-length" };
    }
  }
  for (const chooser of choosers) chooser.leave?.();
  const ended: Verdict = verdict ?? { outcome: position.outcome!, by: "rules" };
  const isHouse = seated.map(({ bot }) => bot instanceof HouseBot);
  const record = {
    id: match,
    game: begun.game,
    options: begun.options,
    opening: { moves: begun.moves },
    seats: seated.map(({ name, bot }) => (bot instanceof HouseBot ? { name, spec: bot.spec } : { name })),
    seed: seed + number,
    moves: position.moves,
    verdict: ended,
    nodes,
    ...(values.some((value) => value !== null) && { values }),
    ...(!isHouse.every(Boolean) && { reproducible: false }),
  };
  for (const [index, { bot }] of seated.entries()) {
    const won = ended.outcome === "draw" ? undefined : ended.outcome === SIDES[index];
    if (!(bot instanceof HouseBot)) bot.ended?.(match, ended, won);
  }
  return new Match(names, position, ended, record);
}

function gamesOf(bot: Bot | HouseBot): readonly string[] {
  // A plain string is accepted: it is easy to forget the brackets of an array with one element.
  return bot instanceof HouseBot ? [bot.game] : [bot.games ?? []].flat();
}

function nameOf(bot: Bot | HouseBot): string {
  return bot instanceof HouseBot ? bot.name : bot.constructor.name || "Bot";
}

function isOwn(entrant: Entrant): entrant is Bot {
  return typeof entrant === "object" && typeof entrant.choose === "function";
}

/**
 * Every entrant meets every other one.
 *
 * Each encounter is two matches with exchanged seats and the same random opening. The figures are those of `arena stats`,
 * from the program's own code.
 */
export class Tournament {
  readonly game: string;
  /** The matches played so far. */
  readonly matches: Match[] = [];
  readonly #games: number;
  readonly #opening: number;
  readonly #seed: number;
  readonly #timeMs: number | undefined;
  readonly #sprt: readonly [number, number] | undefined;
  readonly #start: Position;
  readonly #seated: Seated[] = [];

  constructor(entrants: readonly Entrant[], settings: TournamentSettings = {}) {
    const { games = 20, options = {}, opening = 2, seed = 0, timeMs, sprt } = settings;
    if (entrants.length < 2) throw new RulesError("a tournament needs at least two entrants");
    if (!(games >= 2 && games % 2 === 0)) {
      throw new RulesError(`games must be an even number from 2 on, because seats are exchanged; got ${games}`);
    }
    if (sprt !== undefined && entrants.length !== 2) throw new RulesError(`sprt tests two entrants, not ${entrants.length}`);
    const made = entrants.map((entrant) => (isOwn(entrant) ? entrant : new HouseBot(entrant, settings.game)));
    const game = settings.game ?? made.flatMap((bot) => gamesOf(bot).slice(0, 1))[0];
    if (game === undefined) throw new RulesError('no entrant says which game it plays; give one, such as { game: "connect4" }');
    for (const bot of made) {
      const known = gamesOf(bot);
      if (known.length > 0 && !known.includes(game)) throw new RulesError(`${nameOf(bot)} plays ${known.join(", ")}, not ${game}`);
    }
    this.game = game;
    this.#games = games;
    this.#opening = opening;
    this.#seed = seed;
    this.#timeMs = timeMs;
    this.#sprt = sprt;
    this.#start = new Position(game, options);
    for (const bot of made) {
      const taken = this.#seated.map(({ name }) => name);
      let name = nameOf(bot);
      for (let number = 2; taken.includes(name); number += 1) name = `${nameOf(bot)} ${number}`;
      this.#seated.push({ name, bot });
    }
  }

  /** Plays all matches that are left. Returns itself. */
  async play(): Promise<this> {
    for await (const _ of this.run());
    return this;
  }

  /** Plays the matches that are left, and gives each when it has ended. */
  async *run(): AsyncGenerator<Match, void, undefined> {
    const pairs = this.#seated.flatMap((one, index) => this.#seated.slice(index + 1).map((two) => [one, two] as const));
    const encounters = (this.#games / 2) * pairs.length;
    for (let encounter = 0; encounter < encounters; encounter += 1) {
      const [one, two] = pairs[encounter % pairs.length]!;
      const begun = this.#begin(Math.floor(encounter / pairs.length));
      for (const [leg, seated] of ([[one, two], [two, one]] as const).entries()) {
        const number = 2 * encounter + leg;
        if (number < this.matches.length) continue;
        const match = await playOne(seated, begun, this.#seed, number, this.#timeMs);
        this.matches.push(match);
        yield match;
      }
      if (this.#sprt !== undefined && this.statistics.accepted !== null) return;
    }
  }

  /** Returns the position after a random opening that leaves a game to play. */
  #begin(round: number): Position {
    const position = this.#start.random_opening(this.#opening, this.#seed, round);
    if (position === undefined) {
      throw new RulesError(`no random opening of ${this.#opening} plies leaves a game to play; choose a shorter one`);
    }
    return position;
  }

  /** The matches as lines of JSON, as `arena stats --records` reads them. */
  get records(): string[] {
    return this.matches.map(({ record }) => JSON.stringify(record));
  }

  /** Writes the records to a file. */
  async save(path: string): Promise<void> {
    const { writeFile } = await import("node:fs/promises");
    await writeFile(path, this.records.map((record) => `${record}\n`).join(""));
  }

  get #sides(): [string, string] | undefined {
    // Of two entrants, the figures are those of the first.
    const [one, two, ...others] = this.#seated;
    return others.length === 0 ? [one!.name, two!.name] : undefined;
  }

  /** The figures of `arena stats --json`: scores, Elo with half of its 95 % interval, the sequential test. */
  get statistics(): Record<string, any> {
    return statistics(this.records, this.#sides, this.#sprt);
  }

  /** The text of `arena stats`. */
  get report(): string {
    return report(this.records, this.#sides, this.#sprt);
  }

  toString(): string {
    return this.matches.length > 0 ? this.report : "no match was played";
  }
}

/** Plays two entrants against each other. The settings are those of a tournament. */
export function playMatch(bot: Entrant, opponent: Entrant, settings: TournamentSettings = {}): Promise<Tournament> {
  return new Tournament([bot, opponent], settings).play();
}
