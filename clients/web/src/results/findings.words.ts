// The texts of a tournament's verdict, and of the list of matches by result.

import { count, listed, plural } from "../core/format";
import { say } from "../core/language.svelte";
import type { Telling, Wanted } from "./findings";

const pointsOf = (points: string) => `${points} ${points === "1" || points === "½" ? "point" : "points"}`;

export const words = say("results/findings", {
  verdict: "Verdict",
  nothing: "No match has ended yet.",
  won: (winner: string, points: string, of: number, share: string, underWay: boolean, byes: number) => `${winner} ${underWay ? "leads" : "won"} with ${pointsOf(points)} from ${plural(of, "match", "matches")}${byes > 0 ? ` and ${plural(byes, "bye")}` : ""}${share ? ` (${share})` : ""}`,
  shared: (winners: string[], points: string, of: number, underWay: boolean) => `${listed(winners)} ${underWay ? "share the lead" : "share first place"} with ${pointsOf(points)} from ${plural(of, "match", "matches")} each.`,
  own: (name: string, points: string, of: number, share: string, underWay: boolean) => `${name} ${underWay ? "has" : "scored"} ${pointsOf(points)} from ${plural(of, "match", "matches")}${share ? ` (${share})` : ""}.`,
  /** Of the opponents that it met: how many it outscored, how many are level with it, and those that outscored it. */
  outscored: (met: number, ahead: number, level: number, behind: number, clearest: string[]) => {
    const parts = [ahead > 0 && `outscored ${count(ahead)}`, level > 0 && `is level with ${count(level)}`, behind > 0 && `is behind ${count(behind)}`].filter((part) => part !== false);
    return `Of ${plural(met, "opponent")}, it ${listed(parts)}${behind === 0 ? "" : `: ${listed(behind > clearest.length ? [...clearest, `${count(behind - clearest.length)} more`] : clearest)}`}.`;
  },
  /** An opponent, and the points against it. */
  lostTo: (name: string, score: string) => `${name} (${score})`,
  ahead: (elo: string, second: string) => `, ${elo} Elo ahead of ${second}.`,
  level: (second: string) => `, level with ${second} in Elo.`,
  behind: (elo: string, second: string) => `, although its rating is ${elo} Elo below that of ${second}.`,
  before: (second: string) => `, ahead of ${second}.`,
  alone: ".",
  final: (winner: string, second: string, score: string, bySeed: boolean) => `${winner} won the knockout: ${score} against ${second} in the final${bySeed ? ", as the better seed after an even tie" : ""}.`,
  sure: (than: string, least: string, others: number, all: boolean) => `${others === 1 ? `The other entrant${all ? "" : " with a rating"} is weaker than ${than} with a likelihood of ${least}, judged by all matches.` : `Each of the ${count(others)} others${all ? "" : " with a rating"} is weaker than ${than} with a likelihood of at least ${least}, judged by all matches.`}${all ? "" : " An entrant that won or lost everything has no rating."}`,
  alike: (who: string, names: string[], more: number) => `It is not certain that ${who} is stronger than ${listed(more > 0 ? [...names, `${count(more)} more`] : names)}; that would need 97.5\u00a0%.`,
  /** For the one that meets all others, which may also be the weaker one. `all` is true if no difference is certain. */
  open: (names: string[], more: number, all: boolean, unknown: number) => `${all ? "No difference is certain" : "Not every difference is certain"}: ${listed(more > 0 ? [...names, `${count(more)} more`] : names)}. Certain means at least 97.5\u00a0% or at most 2.5\u00a0%.${unknown > 0 ? ` The likelihood against ${plural(unknown, "other")} is unknown, because one side won everything.` : ""}`,
  /** `own` is the stronger one, if the sentence does not say it. */
  likely: (name: string, likelihood: string, first: boolean, own: string) => `${name} (${first ? `likelihood${own ? ` that ${own} is stronger:` : ""} ` : ""}${likelihood})`,
  unsure: "How sure this is cannot be computed: one that won or lost everything has no rating.",
  telling: "The most telling matches",
  kinds: { best: "Its best win", worst: "Its worst defeat", surprise: "Greatest surprise", decider: "The two best", win: "A win of the winner", draw: "A draw", loss: "A defeat of the winner", close: "A close pair" } as Record<Telling, string>,
  beat: (winner: string, loser: string) => `${winner} beat ${loser}`,
  drew: (a: string, b: string) => `${a} and ${b} drew`,
  shortest: (times: number, drawn: boolean) => (times === 1 ? `the only ${drawn ? "draw of the two" : "such match"}` : `the shortest of ${count(times)} ${drawn ? "draws of the two" : "such matches"}`),

  find: "Find matches",
  findHow: "Choose an entrant to list its matches. The numbers of wins, draws and losses in the standings lead here too.",
  entrant: "Entrant",
  against: "Against",
  anybody: "anybody",
  nobody: "Choose an entrant",
  result: "Result",
  results: { all: "All", won: "Won", drawn: "Drawn", lost: "Lost" } as Record<Wanted, string>,
  of: (a: string, wanted: Wanted, b: string) => (wanted === "all" ? (b ? `${a} against ${b}` : `All matches of ${a}`) : `${{ won: "Won by", drawn: "Drawn by", lost: "Lost by" }[wanted]} ${a}${b ? ` against ${b}` : ""}`),
  none: "No such match.",
});
