// The matches of a tournament that show most, and the lists of matches by result.

import { played, score } from "../core/tournaments";
import type { EntrantRow, MatchRecord, PairRow, TournamentReport, Wdl } from "../wire";

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

/** Returns those that share the first place, by the server's verdict, and the next one. */
function placesOf(table: TournamentReport): { winners: string[]; runnerUp: string | undefined } {
  for (const finding of table.findings) {
    if (finding.finding === "final") return { winners: [finding.winner], runnerUp: finding.second };
    if (finding.finding === "first") return { winners: finding.winners, runnerUp: finding.second };
    if (finding.finding === "challenger") return { winners: [finding.name], runnerUp: undefined };
  }
  return { winners: [], runnerUp: undefined };
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
  const { winners, runnerUp } = placesOf(table);
  const winner = winners[0];
  if (winner === undefined) return [];
  const inGauntlet = table.findings.some(({ finding }) => finding === "challenger");
  // One that won or lost everything is beyond every rating. Its bound says how certain that is, and not how strong it is.
  const strengthOf = (row: EntrantRow) => row.rating ?? (row.rating_bound ? ("at_least" in row.rating_bound ? BEYOND : -BEYOND) : 1000 * (row.score ?? 0.5));
  const strength = new Map(table.entrants.map((row) => [row.name, strengthOf(row)]));
  const gap = ({ a, b }: PairRow) => (strength.get(b) ?? 0) - (strength.get(a) ?? 0);
  const upset = table.pairs.flatMap((pair) => [pair, turned(pair)]).filter((pair) => pair.wins > 0 && gap(pair) > 0).sort((x, y) => gap(y) - gap(x))[0];
  const own = rowsOf(table, winner);
  const second = own.find(({ b }) => b === (runnerUp ?? winners[1]));
  const two = table.entrants.length === 2;
  const near = (pair: PairRow) => Math.abs(score(pair) / played(pair) - 0.5);
  // The candidates of each kind, the best first. A match that was already chosen is skipped.
  const close: [Telling, Omit<Telltale, "kind">[]] = ["close", two ? [] : table.pairs.filter((pair) => played(pair) > 0 && near(pair) <= 0.1).sort((x, y) => near(x) - near(y)).map(resultOf)];
  const losses = own.filter(({ losses }) => losses > 0).sort((x, y) => gap(x) - gap(y)).map(({ a, b, losses }) => ({ a: b, b: a, winner: b, times: losses }));
  const wins = own.filter(({ wins }) => wins > 0).sort((x, y) => gap(y) - gap(x)).map(resultOf);
  const candidates: [Telling, Omit<Telltale, "kind">[]][] = inGauntlet ? [["best", wins], ["worst", losses], close] : [
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
