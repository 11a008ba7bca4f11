// The weaknesses of bots, and the ladder of a game's bots.

import { count, listed, plural } from "../core/format";
import { say } from "../core/language.svelte";

/** How deep both searches went. */
interface Depths {
  depth: number;
  usual: number | undefined;
  whole: boolean;
}

export const words = say("bots/character", {
  weakness: "Weakness:",
  weak: {
    engine: "Not known here: it is another program.",
    random: "Never looks at the board.",
    one: "Never looks at your answer.",
    two: "Never sees forks, which need three plies.",
    slips: (n: number) => `Plays one move in ${count(n)} at random.`,
    blind: (plies: number) => `Blind to everything beyond ${plural(plies, "ply", "plies")}`,
    hurried: (seconds: number) => `Never thinks longer than ${count(seconds)} s`,
    bounded: (nodes: number) => `Looks at no more than ${count(nodes)} positions a move`,
    none: "None. It knows how the game will end.",
  },
  /** A weakness as a sentence. The bot solves the game once `empties` places are empty, if that is not 0. */
  until: (empties: number, weak: string) => `${weak}${empties > 0 ? ` until only ${plural(empties, "place")} ${empties === 1 ? "is" : "are"} empty` : ""}.`,
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
    /** `times` is empty if both have as many nodes. */
    same: (positions: number, times: string) => `The same value in all ${plural(positions, "position")}, ${times === "" ? "and as many nodes: there was nothing to cut" : `with ${times} times fewer nodes`}.`,
    differs: (n: number, of: number) => `The values differ in ${count(n)} of ${plural(of, "position")}: another switch changes what is searched.`,
    depth: ({ depth, usual, whole }: Depths) => `Compared ${whole ? "to the end of the game" : `at depth ${count(depth)}`}${usual === undefined ? "" : `, because depth ${count(usual)} without alpha-beta takes too long`}.`,
    omitted: (switches: readonly string[]) => `Left out of both, because plain minimax cannot have them: ${listed(switches).toLowerCase()}.`,
    noMatch: "A match between the two would measure chance only: both compute the same.",
    /** Of a bot with a limit on nodes or time. */
    deeper: "Within the bot's limit the search with alpha-beta gets deeper, so in a match it would be the stronger one.",
  },
});
