// The texts for blocking, muting and reporting players.

import { say } from "../core/language.svelte";

export const words = say("people/peace", {
  /** In a match, the set phrases can be muted too. */
  actions: "Mute, block or report",
  actionsApart: "Block or report",
  mute: "Mute offers and phrases",
  unmute: "Unmute offers and phrases",
  muteAbout: "Hides offers of draws, takebacks and rematches, and set phrases, in this match.",
  block: (name: string) => `Block ${name}`,
  unblock: (name: string) => `Unblock ${name}`,
  blockAbout: "Stops challenges, offers and pairing between you in both directions.",
  what: "What happened",
  report: (name: string) => `Report ${name}`,
  reportAbout: "The operator of this server receives the report.",
  reported: "Reported. The operator will review it.",
});
