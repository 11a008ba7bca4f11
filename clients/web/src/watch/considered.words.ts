// What a bot considers while it thinks.

import { plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("watch/considered", {
  title: "What it considers",
  show: "Light the moves",
  idle: "Each move that it considers is lit by the positions spent on it. A cut move fades.",
  unsearched: {
    book: (move: string) => `${move} came from its opening book, without a search.`,
    random: (move: string) => `${move} was drawn at random, without a search.`,
    forced: (move: string) => `${move} was its only move, so it did not search.`,
  },
  looks: (name: string) => `${name} is thinking…`,
  looked: (nodes: string, depth: number, move: string, cuts: number, value: string) => `It looked at ${nodes} positions, ${plural(depth, "ply", "plies")} deep, and liked ${move} best${value ? ` (value ${value})` : ""}. ${cuts > 0 ? `${plural(cuts, "move")} refuted early.` : "No move was refuted early."}`,
});
