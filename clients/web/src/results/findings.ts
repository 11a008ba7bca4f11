// The verdict on a tournament: the winner, the margin, its certainty, and the matches that show most.

import { played, score } from "../core/tournaments";
import type { EntrantRow, MatchRecord, PairRow, TournamentReport, Wdl } from "../wire";

/** The likelihood above which a difference is not taken for chance, as in the table. */
export const SURE = 0.975;

export interface Findings {
  /** The winners: several if they share the first place. */
  winners: string[];
  runnerUp: string | undefined;
  points: number;
  of: number;
  /** Rounds of a Swiss tournament without an opponent, which count as won. */
  byes: number;
  score: number | undefined;
  /** The rating difference to the runner-up, if both have ratings. */
  elo: number | undefined;
  /** The final of a knockout: its score, and whether the seeds decided it. */
  final: { halfPoints: [number, number]; bySeed: boolean } | undefined;
  /** The entrants that the results do not separate from the winner, with the likelihood that the winner is stronger. */
  alike: { name: string; likelihood: number }[];
  /** The lowest known likelihood that the winner is stronger than another entrant. */
  least: number | undefined;
  /** How many of these likelihoods are known, and whether all are. One that won or lost everything has none. */
  compared: { count: number; all: boolean };
  /** In a gauntlet of one entrant against the others, which stands in the place of the winner: how many it outscored. */
  own?: Score & { level: number; /** Opponents without a likelihood, because one side won everything. */ onesided: number; /** Its matches with those that outscored it, the most clearly lost first, from its side. */ lost: PairRow[] };
}

/** How many opponents an entrant is ahead of, by its own matches with each, and how many it met. */
export interface Score {
  ahead: number;
  met: number;
}

const turned = ({ a, b, wins, draws, losses, superiority }: PairRow): PairRow => ({ a: b, b: a, wins: losses, draws, losses: wins, superiority: superiority === null ? null : 1 - superiority, pentanomial: [0, 0, 0, 0, 0] });
/** The results of one entrant against each other one, from its side. */
const rowsOf = (table: TournamentReport, name: string): PairRow[] => table.pairs.flatMap((pair) => (pair.a === name ? [pair] : pair.b === name ? [turned(pair)] : []));

export function scoreOf(table: TournamentReport, name: string): Score {
  const met = rowsOf(table, name).filter((row) => played(row) > 0);
  return { ahead: met.filter(({ wins, losses }) => wins > losses).length, met: met.length };
}

function ownOf(table: TournamentReport, name: string): NonNullable<Findings["own"]> {
  const met = rowsOf(table, name).filter((row) => played(row) > 0);
  const lost = met.filter(({ wins, losses }) => wins < losses).sort((x, y) => score(x) / played(x) - score(y) / played(y));
  const { ahead } = scoreOf(table, name);
  const onesided = met.filter(({ wins, draws, losses, superiority }) => superiority === null && draws === 0 && (wins === 0 || losses === 0)).length;
  return { ahead, met: met.length, onesided, level: met.length - ahead - lost.length, lost };
}

/** Returns the entrant that plays every match of a gauntlet, if there is one. */
function challenger(table: TournamentReport): EntrantRow | undefined {
  const inAll = table.format === "gauntlet" && table.matches > 0 ? table.entrants.filter((row) => row.played === table.matches) : [];
  return inAll.length === 1 ? inAll[0] : undefined;
}

function placesOf(table: TournamentReport): { winners: string[]; runnerUp: string | undefined; final?: Findings["final"] } {
  const ranked = table.entrants.filter(({ played }) => played > 0);
  const last = table.knockout?.find(({ stage }) => stage === "final")?.ties[0];
  if (table.knockout && last?.winner) {
    const first = last.winner === last.a;
    const [a, b] = last.half_points;
    return { winners: [last.winner], runnerUp: (first ? last.b : last.a) ?? undefined, final: { halfPoints: first ? [a, b] : [b, a], bySeed: last.by_seed } };
  }
  if (table.swiss && table.swiss.length > 1) {
    const [first, second] = table.swiss;
    return { winners: first ? [first.name] : [], runnerUp: second?.name };
  }
  const winners = ranked.filter(({ rank }) => rank === 1).map(({ name }) => name);
  return { winners, runnerUp: winners.length > 1 ? undefined : ranked.find(({ rank }) => rank > 1)?.name };
}

/** Returns the findings; undefined before the first match. */
export function findings(table: TournamentReport): Findings | undefined {
  const own = challenger(table);
  const { winners, runnerUp, final } = own ? { winners: [own.name], runnerUp: undefined } : placesOf(table);
  const row = (name: string | undefined) => table.entrants.find((entrant) => entrant.name === name);
  const [winner, second] = [row(winners[0]), row(runnerUp)];
  if (!winner || table.matches === 0) return undefined;
  // Those that share the first place are not compared.
  const against = rowsOf(table, winner.name).filter(({ b }) => !winners.includes(b));
  // Between two with the same results there is no likelihood: neither is stronger.
  const rated = (name: string) => row(name)?.rating != null;
  const known = against.flatMap(({ b, superiority }) => (superiority !== null ? [{ name: b, likelihood: superiority }] : rated(winner.name) && rated(b) && row(b)?.rating === winner.rating ? [{ name: b, likelihood: 0.5 }] : []));
  const apart = [winner, second].every((entrant) => entrant?.rating != null);
  const swiss = table.swiss?.find(({ name }) => name === winner.name);
  return {
    winners,
    runnerUp,
    points: swiss?.points ?? winner.points,
    of: winner.played,
    byes: swiss?.byes ?? 0,
    score: swiss ? undefined : (winner.score ?? undefined),
    elo: apart ? (winner.rating ?? 0) - (second?.rating ?? 0) : undefined,
    final,
    alike: known.filter(({ likelihood }) => likelihood < SURE && (!own || likelihood > 1 - SURE)).sort((x, y) => x.likelihood - y.likelihood),
    least: known.length > 0 ? Math.min(...known.map(({ likelihood }) => likelihood)) : undefined,
    compared: { count: known.length, all: known.length >= table.entrants.length - winners.length },
    ...(own ? { own: ownOf(table, own.name) } : {}),
  };
}

export type Telling = "best" | "worst" | "surprise" | "decider" | "win" | "draw" | "loss" | "close";

/** A match to look at: of this pair, with this winner; a draw if there is no winner. */
export interface Telltale {
  kind: Telling;
  a: string;
  b: string;
  winner: string | undefined;
  /** How many matches of the pair ended like this. */
  times: number;
}

/** More than any rating. */
const BEYOND = 1e6;

const drawnOf = ({ a, b, draws }: PairRow): Omit<Telltale, "kind"> => ({ a, b, winner: undefined, times: draws });
const resultOf = ({ a, b, wins, losses, draws }: PairRow): Omit<Telltale, "kind"> => (wins > 0 ? { a, b, winner: a, times: wins } : losses > 0 ? { a, b, winner: b, times: losses } : { a, b, winner: undefined, times: draws });

/**
 * Chooses up to three matches: the greatest surprise, the meeting of the two best, and the winner's own loss. Between two
 * entrants there is no surprise and no other pair. In a gauntlet of one entrant: its best win and its worst defeat.
 */
export function telling(table: TournamentReport): Telltale[] {
  const found = findings(table);
  const winner = found?.winners[0];
  if (!found || winner === undefined) return [];
  // One that won or lost everything is beyond every rating. Its bound says how certain that is, and not how strong it is.
  const strengthOf = (row: EntrantRow) => row.rating ?? (row.rating_bound ? ("at_least" in row.rating_bound ? BEYOND : -BEYOND) : 1000 * (row.score ?? 0.5));
  const strength = new Map(table.entrants.map((row) => [row.name, strengthOf(row)]));
  const gap = ({ a, b }: PairRow) => (strength.get(b) ?? 0) - (strength.get(a) ?? 0);
  const upset = table.pairs.flatMap((pair) => [pair, turned(pair)]).filter((pair) => pair.wins > 0 && gap(pair) > 0).sort((x, y) => gap(y) - gap(x))[0];
  const own = rowsOf(table, winner);
  const second = own.find(({ b }) => b === (found.runnerUp ?? found.winners[1]));
  const two = table.entrants.length === 2;
  const near = (pair: PairRow) => Math.abs(score(pair) / played(pair) - 0.5);
  // The candidates of each kind, the best first. A match that was already chosen is skipped.
  const close: [Telling, Omit<Telltale, "kind">[]] = ["close", two ? [] : table.pairs.filter((pair) => played(pair) > 0 && near(pair) <= 0.1).sort((x, y) => near(x) - near(y)).map(resultOf)];
  const losses = own.filter(({ losses }) => losses > 0).sort((x, y) => gap(x) - gap(y)).map(({ a, b, losses }) => ({ a: b, b: a, winner: b, times: losses }));
  const wins = own.filter(({ wins }) => wins > 0).sort((x, y) => gap(y) - gap(x)).map(resultOf);
  const candidates: [Telling, Omit<Telltale, "kind">[]][] = found.own ? [["best", wins], ["worst", losses], close] : [
    ["surprise", upset && !two ? [resultOf(upset)] : []],
    [two ? ((second?.wins ?? 0) > 0 ? "win" : "draw") : "decider", second && played(second) > 0 && (!two || second.wins > 0 || second.draws > 0) ? [two && second.wins === 0 ? drawnOf(second) : resultOf(second)] : []],
    ["loss", losses],
    ["draw", two && second && second.draws > 0 ? [drawnOf(second)] : []],
    close,
  ];
  const same = (x: Omit<Telltale, "kind">, y: Telltale) => x.winner === y.winner && [x.a, x.b].sort().join("\n") === [y.a, y.b].sort().join("\n");
  const picks: Telltale[] = [];
  for (const [kind, of] of candidates) {
    const pick = of.find((one) => !picks.some((other) => same(one, other)));
    if (pick) picks.push({ kind, ...pick });
  }
  return picks.slice(0, 3);
}

export type Wanted = "all" | "won" | "drawn" | "lost";

/** True if a match ended so for this entrant. */
export function endedSo({ seats, verdict }: Ended, name: string, wanted: Wanted): boolean {
  if (wanted === "all") return true;
  if (verdict.outcome === "draw") return wanted === "drawn";
  if (verdict.outcome === null) return false;
  return (seats[verdict.outcome === "first" ? 0 : 1].name === name) === (wanted === "won");
}
interface Ended { seats: MatchRecord["seats"]; verdict: MatchRecord["verdict"] }

/** How many matches of a tally ended so. */
export const often = (tally: Wdl, wanted: Wanted): number => ({ all: played(tally), won: tally.wins, drawn: tally.draws, lost: tally.losses })[wanted];
