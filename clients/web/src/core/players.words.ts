// The texts about players and seats that lists of matches and the page of a match share.

import type { Phrase } from "../wire";
import { say } from "./language.svelte";

export const words = say("core/players", {
  openSeat: "open seat",
  guest: "Guest",
  asGuest: (name: string) => `${name} (guest)`,
  asYou: (name: string) => `${name} (you)`,
  onSide: (name: string, side: string) => `${name} (${side})`,
  reservedSeat: "reserved seat",
  first: "First",
  second: "Second",
  verbs: { replay: "Replay", goOn: "Go on", join: "Join", watch: "Watch" },
  phrases: { good_game: "Good game", thanks: "Thanks", one_moment: "One moment" } as Record<Phrase, string>,
  saidBy: (name: string, phrase: string) => `${name}: ${phrase}`,
  /** The number of one among several guests. */
  numbered: (n: string) => ` (${n})`,
});
