// The names of the views in links and in the window title.

import { say } from "./language.svelte";

export const words = say("core/pages", {
  skip: "Skip to the content",
  brand: "minimax arena, to the start",
  pages: "Pages",
  views: "Views",
  loading: "Loading…",
  notLoaded: "This page could not be loaded.",
  again: "Try again",
  /** Short names for the header, above and beside other titles. */
  short: { play: "Play", matches: "Matches", tournaments: "Tournaments", bots: "Bots", analyse: "Analyse", step: "Step by step", costs: "Costs", solved: "Solved games", lessons: "Lessons", people: "Leaderboards", challenges: "Challenges", account: "Your account", build: "Build a bot", compose: "Compose", operations: "Operating" },
  title: {
    play: "Play",
    match: "Match",
    matches: "Matches",
    tournaments: "Tournaments",
    compose: "Compose a tournament",
    tournament: "Tournament",
    people: "Leaderboards",
    challenges: "Challenges",
    challenge: "A challenge",
    player: "Player",
    account: "Your account",
    bots: "Bots",
    build: "Build a bot",
    analyse: "Analyse",
    step: "Step by step",
    costs: "What it costs",
    solved: "Solved games",
    embed: "Step by step",
    lessons: "Lessons",
    operations: "Operating the arena",
    missing: "Not found",
  },
  yourTurn: "Your turn",
  against: (game: string, name: string) => `${game} against ${name}`,
  missing: { match: "There is no such match.", tournament: "There is no such tournament.", player: "There is no such player.", challenge: "There is no such challenge." } as Record<string, string>,
  nothingHere: "There is no such page.",
  playMatch: "Play a match",
});
