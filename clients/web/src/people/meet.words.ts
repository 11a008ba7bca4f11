// The texts about challenges and quick pairing that every page may show.

import { say } from "../core/language.svelte";
import { count, plural } from "../core/format";

export const words = say("people/meet", {
  // In the header, and in the strip below it.
  news: (n: number) => `${plural(n, "message")} for you`,
  strip: "Messages",
  challenges: (name: string) => `${name} challenges you`,
  accepts: (name: string) => `${name} has accepted your challenge`,
  declines: (name: string, reason: string) => (reason ? `${name} declines your challenge: “${reason}”` : `${name} declines your challenge`),
  expired: (name: string) => `Your challenge to ${name} has expired`,
  anybody: "anybody",
  toMatch: "To the match",
  dismiss: "Dismiss",
  more: (n: number) => `${count(n)} more`,
  notice: "A challenge",
  // Quick pairing.
  noClock: "No clock",
  quick: "Play somebody now",
  quickAbout: (game: string) => `${game} against a player who wants the same clock. Players with a similar rating are paired first.`,
  pair: (clock: string) => `Find somebody to play, ${clock}`,
  waiting: (what: string) => `Waiting for somebody: ${what}`,
  waitingFor: (n: number) => `Waiting for somebody, for ${plural(n, "kind")} of match`,
  cancel: "Cancel",
  // A challenge and its terms.
  terms: {
    seat: { first: (name: string) => `${name} first`, second: (name: string) => `${name} second`, random: "seats drawn" },
    yours: { first: "you first", second: "you second" },
    rated: "rated",
    unrated: "not rated",
    until: (when: string) => `valid until ${when}`,
    option: (name: string, value: string) => `${name} ${value}`,
  },
  accept: "Accept",
  acceptOf: (name: string) => `Accept the challenge of ${name}`,
  decline: "Decline",
  declineOf: (name: string) => `Decline the challenge of ${name}`,
  why: "Reason (optional)",
  declineGo: "Decline it",
  back: "Back",
  make: "A new challenge",
  rated: "Rated",
  copy: "Copy",
  copied: "Copied",
});
