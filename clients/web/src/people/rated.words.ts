// The texts about rated matches, and the reasons why a match is unrated.

import { say } from "../core/language.svelte";
import type { Unrated } from "../wire";

export const words = say("people/rated", {
  rated: "Rated",
  ratedAbout: "It counts for the ratings of both sides.",
  change: (name: string, before: string, after: string, by: string) => `${name}: ${before} → ${after} (${by})`,
  inLeague: "It counts for the rating in its league, and for no other.",
  unrated: (why: string) => `Not rated: ${why}`,
  why: {
    "not-agreed": "a casual match.",
    start: "it does not begin at the standard start position.",
    options: "the game does not have its default options.",
    guest: "only those who have claimed a name are rated.",
    unmeasured: "the strength of this bot was not measured.",
    "one-person": "both sides belong to one person.",
    "not-counted": "not all conditions were met. Both sides must have moved, with names at least a day old, from two addresses, and not ten rated matches within a day.",
  } as Record<Unrated, string>,
  away: (name: string) => `${name} has been away for too long.`,
  awayFor: (seconds: number) => `The match can be claimed in ${seconds} s, unless they come back.`,
  win: "Claim the win",
  draw: "Call it a draw",
  orWait: "You can also wait: their clock is running.",
});
