// What the tournament composer says. What is wrong with a file, the server says.

import { count, plural } from "../core/format";
import { locale, say } from "../core/language.svelte";

export const words = say("compose/compose", {
  title: "Compose a tournament",
  lede: "Choose who plays, and how. What it comes to stands beside it all the time, and the same as a file.",
  operatorOnly: "Only the operator of this arena starts tournaments, and has them worked out: its processors play them. Whoever opens the link that the server prints when it starts is the operator.",
  claim: "Claim a name",
  /** Of players, who have a budget. */
  budget: (left: string, of: string) => `You have ${left} of processor time left today, of ${of}.`,
  takes: (needed: string) => `This takes about ${needed}.`,
  bounds: (entrants: number, matches: number, nodes: number) => `At most ${plural(entrants, "entrant")} and ${plural(matches, "match", "matches")}; a move searches at most ${plural(nodes, "node")}.`,
  name: "Name",
  nameOf: (game: string) => `${game}, ${new Date().toLocaleString(locale(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })}`,
  format: "Format",
  formats: {
    "round-robin": ["Round robin", "Each two entrants meet in each round."],
    gauntlet: ["Gauntlet", "The first entrants meet all the others."],
    swiss: ["Swiss", "In each round each meets one of about as many points."],
    knockout: ["Knockout", "Who loses a tie is out."],
    match: ["Match of two", "Two entrants, until the rounds are over or a test has decided."],
  } as Record<string, readonly [string, string]>,
  rounds: ["Rounds", "How often two who meet play an encounter: two matches with seats exchanged, from one opening."] as const,
  champions: ["Champions", "So many of the first entrants meet all the others."] as const,
  extra: ["Extra encounters", "At most so many more while a tie is even."] as const,
  thirdPlace: "A tie for the third place",
  test: "Sequential test: stop as soon as it is decided",
  elo0: ["H0: Elo", "The lower hypothesis, in normalised Elo."] as const,
  elo1: ["H1: Elo", "The higher one."] as const,
  seed: ["Seed", "What all chance comes from: the same file with the same seed gives the same matches."] as const,

  entrants: "Entrants",
  oneMore: "Add at least one more: it takes two to play.",
  none: "Nobody yet. Add the bots of this arena, one of your own, or a grid of many.",
  switches: "The switches",
  addAll: (n: number) => `Add all ${count(n)} bots`,
  addBot: "Add a bot…",
  addOwn: "Add one of your own",
  addGrid: "Add a grid",
  remove: (name: string) => `Remove ${name}`,
  entrant: (n: number) => `Entrant ${count(n)}`,
  base: "Bot",
  noBase: "none: the usual settings",
  ownName: "Name of its own",
  settings: (n: number) => (n === 0 ? "Settings" : `Settings (${count(n)} changed)`),
  grid: "Grid: one bot for each combination of these",
  gridKey: "Key",
  gridValues: "Values",
  gridHint: "2, 4, 6",
  addAxis: "Add a key",
  removeAxis: (key: string) => `Leave out ${key}`,

  openings: "Openings",
  openingKinds: { none: "The start of the game", random_plies: "Plies at random", all_plies: "Every opening", lines: "My own" } as Record<string, string>,
  openingsAbout: {
    none: "Bots that use no chance play the same match again and again from one start.",
    random_plies: "So many plies are played at random before the bots take over, the same for both matches of an encounter.",
    all_plies: "Every position after so many plies, one after another.",
    lines: "One opening a line, by its moves.",
  } as Record<string, string>,
  plies: "Plies",
  lines: "Lines",

  limits: "Limits of a move",
  limitsAbout: "They hold for everybody, beside each bot's own. Limits of time make another run differ; depth and nodes do not.",
  limit: { depth: "Depth", nodes: "Nodes", time_ms: "Milliseconds" } as Record<string, string>,
  noLimit: "none",

  adjudication: "Ending early",
  adjudicationAbout: "The rules of the game end a match unless one of these does.",
  maxPlies: ["Longest match, in plies", "A draw after so many."] as const,
  resign: "A side resigns",
  resignMoves: ["After moves", "For so many of its moves in a row"] as const,
  resignValue: ["Behind by", "it was behind by so much, by its own value."] as const,
  draw: "A draw is agreed",
  drawMoves: ["After moves", "For so many moves of each side in a row"] as const,
  drawValue: ["Within", "the value was at most so far from 0."] as const,

  options: "Options of the game",
  comes: "What it comes to",
  working: "Working it out…",
  matches: (n: number) => plural(n, "match", "matches"),
  entrantsCount: (n: number) => plural(n, "entrant"),
  openingsCount: (n: number) => plural(n, "opening"),
  time: (text: string, atATime: number, least: boolean) => `${least ? "longer than" : "about"} ${text}, ${count(atATime)} at a time`,
  timeAbout: "By a first move of some of the bots, and the length of matches at random. While others play, it takes longer.",
  reproducible: "The same every time",
  notReproducible: "Another run differs",
  wrong: "This cannot be played yet",
  at: (line: number) => `line ${count(line)}`,
  who: "Who plays",
  start: "Start the tournament",
  starting: "Starting…",
  file: "As a file",
  fileAbout: "The same tournament for arena tournament FILE. What you change here changes the form, too.",
  tabs: { list: "Tournaments", compose: "Compose" },
  copyOf: (name: string) => `${name}, again`,
  edit: "Edit a copy",
  again: "Run again",
  compose: "Compose one",

  aSecond: "a second",
  seconds: (n: string) => `${n} s`,
  minutes: (n: string) => `${n} min`,
  hours: (n: string) => `${n} h`,
  days: (n: string) => `${n} days`,
});

/** Roughly so long: "20 s", "3 min", "2½ h", "4 days". */
export function duration(seconds: number): string {
  if (seconds < 1) return words.aSecond;
  if (seconds < 90) return words.seconds(count(Math.round(seconds)));
  if (seconds < 90 * 60) return words.minutes(count(Math.round(seconds / 60)));
  if (seconds < 48 * 3600) return words.hours(count(Math.round(seconds / 360) / 10));
  return words.days(count(Math.round(seconds / 86_400)));
}
