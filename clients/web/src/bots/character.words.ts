// The weaknesses of bots, and the ladder of a game's bots.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("bots/character", {
  weakness: "Weakness:",
  weak: {
    engine: "Not known here: it is another program.",
    random: "Never looks at the board.",
    one: "Never looks at your answer.",
    two: "Never sees forks, which need three plies.",
    slips: (n: number) => `Plays one move in ${count(n)} at random.`,
    blind: (plies: number) => `Blind to everything beyond ${plural(plies, "ply", "plies")}.`,
    hurried: (seconds: number) => `Never thinks longer than ${count(seconds)} s.`,
    bounded: (nodes: number) => `Looks at no more than ${count(nodes)} positions.`,
    none: "None. It knows how the game will end.",
  },
  ladder: "The ladder",
  beaten: (n: number, of: number) => `You beat ${count(n)} of ${count(of)}`,
  isBeaten: (name: string) => `${name}, beaten`,
  settings: "Settings",
  experiment: "What does alpha-beta change?",
  experimentFor: (name: string) => `What does alpha-beta change for ${name}?`,
  changes: {
    without: "Without",
    pruned: "With",
    running: (n: number) => `Searching with and without alpha-beta… ${plural(n, "position")} so far.`,
    same: (positions: number, times: string) => `The same value in all ${plural(positions, "position")}, with ${times} times fewer nodes.`,
    differs: (n: number, of: number) => `The values differ in ${count(n)} of ${plural(of, "position")}: another switch changes what is searched.`,
    depth: (depth: number, usual: number | undefined) => `Compared at depth ${count(depth)}${usual === undefined ? "" : `, because depth ${count(usual)} without alpha-beta takes too long`}.`,
    noMatch: "A match between the two would measure chance only: both compute the same.",
  },
});
