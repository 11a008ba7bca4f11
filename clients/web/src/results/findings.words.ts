// The texts of a tournament's verdict, and of the list of matches by result.

import { count } from "../core/format";
import { say } from "../core/language.svelte";
import type { Telling, Wanted } from "./findings";

export const words = say("results/findings", {
  verdict: "Verdict",
  nothing: "No match has ended yet.",
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
