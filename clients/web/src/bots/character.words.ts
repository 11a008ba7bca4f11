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
    none: "None. It sees the end of the game.",
  },
  ladder: "The ladder",
  beaten: (n: number, of: number) => `You beat ${count(n)} of ${count(of)}`,
  isBeaten: (name: string) => `${name}, beaten`,
  settings: "Configuration",
  others: "All bots of this game",
});
