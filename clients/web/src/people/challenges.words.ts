// The texts of the pages of challenges, and of the links to them.

import { say } from "../core/language.svelte";

export const words = say("people/challenges", {
  title: "Challenges",
  lede: "A challenge waits until somebody accepts it: one player, anybody with the link, or everybody.",
  withdraw: "Withdraw",
  // The page.
  toYou: "To you",
  nobodyAsks: "No challenges. New ones are shown here and at the top of every page.",
  fromYou: "From you",
  noneMade: "You have no open challenges.",
  toWhom: (name: string) => `To ${name}`,
  open: "To whoever has the link",
  openListed: "To everybody",
  listed: "Open to everybody",
  noneListed: "There are no open challenges.",
  opponentHow: "To challenge one player, open that player's page, for example from the leaderboards.",
  game: "Game",
  seat: "Your seat",
  seats: { first: (side: string) => `First (${side})`, second: (side: string) => `Second (${side})`, random: "Random" },
  stands: "Valid for",
  stand: { hour: "an hour", day: "a day", week: "a week", month: "30 days" },
  ratedAbout: "Counts for the ratings of both players if the game has its default options, and both have had their names for a day and play from two addresses.",
  ratedGuest: "Only players who have claimed a name are rated.",
  claim: "Claim yours",
  list: "Show it to everybody",
  listAbout: "Adds it to the list of open challenges. Otherwise only people with the link see it.",
  go: "Make the challenge",
  goTo: (name: string) => `Challenge ${name}`,
  send: "Send this link to your opponent. The match begins when they accept.",
  link: "Link to this challenge",
  // A link to one challenge.
  one: "A challenge",
  gone: "This challenge has ended or is not for you.",
  own: "This is your own challenge.",
  // From other pages.
  challenge: "Challenge",
  challengeOf: (name: string) => `Challenge ${name}`,
  what: { mine: "Your challenges", listed: "The open challenges", one: "The challenge" },
});
