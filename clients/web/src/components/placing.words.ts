// The texts of Swiss tables, knockout brackets and sequential tests.

import { count } from "../core/format";
import { say } from "../core/language.svelte";
import type { Counted, StageRow } from "../wire";

export const words = say("components/placing", {
  swiss: "Swiss table",
  swissAbout: "A bye counts two points here but not in the standings, which count matches only.",
  swissTable: "Points and tie-breaks",
  columns: {
    entrant: ["Entrant", "Ranked by points, then by the figures after them."],
    points: ["Points", "1 for a win, ½ for a draw, and 2 for a bye."],
    buchholz: ["Buchholz", "The sum of the opponents' points."],
    berger: ["Sonneborn–Berger", "The opponents' points, weighted by the score against each."],
    wins: ["Won", "Matches won."],
    byes: ["Byes", "Rounds without an opponent."],
  } satisfies Record<string, [string, string]>,
  bracket: "Bracket",
  stages: "Stages in order",
  stage: (name: StageRow["stage"]): string => name,
  third: "third place",
  alone: "no opponent",
  tie: (a: string, b: string, score: string) => `${a} against ${b}: ${score}`,
  toCome: "entrants not known yet",
  bySeed: "even, better seed wins",
  notBegun: "not begun",
  undecided: "undecided",
  goesOn: (name: string, last: boolean, bySeed: boolean) => `${name} ${last ? "wins" : "goes on"}${bySeed ? " as the better seed after an even tie" : ""}`,
  test: "Sequential test",
  h1: (name: string) => `H1 is accepted: the results favour the larger difference for ${name}.`,
  h0: (name: string) => `H0 is accepted: the results favour the smaller difference for ${name}.`,
  open: "The test is still open.",
  hypotheses: (text: string) => `: ${text}.`,
  noRatio: "not defined yet",
  ratio: (llr: string, low: string, high: string) => `Log-likelihood ratio ${llr}, bounds ${low} and ${high}.`,
  encounters: (counts: string) => `Encounters by points 0, ½, 1, 1½, 2: ${counts}.`,
  judged: (n: number, counted: Counted, leftOut: number) => `${count(n)} ${counted} judged${leftOut > 0 ? `; ${count(leftOut)} repetitions left out` : ""}.`,
  course: (encounters: number, low: string, high: string) => `The log-likelihood ratio over ${count(encounters)} encounters, between its bounds ${low} and ${high}`,
  at: (hypothesis: string, bound: string) => `${hypothesis} at ${bound}`,
});
