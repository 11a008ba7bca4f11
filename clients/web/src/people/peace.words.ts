// Blocking, muting and reporting others.

import { say } from "../core/language.svelte";

export const words = say("people/peace", {
  about: (name: string) => `About ${name}`,
  mute: "Take no offers",
  unmute: "Take offers again",
  muteAbout: "Of draws, takebacks and rematches in this match.",
  block: (name: string) => `Block ${name}`,
  unblock: (name: string) => `Block ${name} no more`,
  blockAbout: "No challenges, offers or pairing between you, either way.",
  what: "What happened",
  report: (name: string) => `Report ${name}`,
  reportAbout: "The operator of this arena is told.",
  reported: "Reported. The operator will look at it.",
});
