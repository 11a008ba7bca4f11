// The texts of the tournament composer. The server describes errors in a file.

import { count, plural } from "../core/format";
import { locale, say } from "../core/language.svelte";

export const words = say("compose/compose", {
  title: "Compose a tournament",
  lede: "Choose the entrants and the format. The page shows the number of matches, the estimated time and the file.",
  operatorOnly: "Only the operator of this server may start tournaments. To become the operator, open the link that the server prints when it starts.",
  claimForMore: "Claim a name for more",
  /** For players, who have a budget. */
  budget: (left: string, of: string) => `You have ${left} of processor time left today, of ${of}.`,
  guestBudget: (left: number, of: number) => `Guests from your address have ${count(left)} of ${plural(of, "match", "matches")} left today.`,
  mayStart: (entrants: number, matches: number) => `You can start tournaments of up to ${plural(entrants, "entrant")} and ${plural(matches, "match", "matches")}.`,
  takes: (needed: string) => `This tournament needs about ${needed} of it.`,
  bounds: (entrants: number, matches: number, nodes: number) => `At most ${plural(entrants, "entrant")} and ${plural(matches, "match", "matches")}; a move searches at most ${plural(nodes, "node")}.`,
  name: "Name",
  nameOf: (game: string) => `${game}, ${new Date().toLocaleString(locale(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })}`,
  format: "Format",
  formats: {
    "round-robin": ["Round robin", "Every entrant meets every other one in each round."],
    gauntlet: ["Gauntlet", "The first entrants meet all the others."],
    swiss: ["Swiss", "In each round, entrants meet opponents with a similar score."],
    knockout: ["Knockout", "The loser of a tie is eliminated."],
    match: ["Match of two", "Two entrants, until the rounds are over or a test decides."],
  } as Record<string, readonly [string, string]>,
  rounds: ["Rounds", "Encounters for each pairing. An encounter is two matches from one opening, with the seats exchanged."] as const,
  champions: ["Champions", "How many of the first entrants meet all the others."] as const,
  extra: ["Extra encounters", "The most extra encounters while a tie is even."] as const,
  thirdPlace: "Play for third place",
  test: "Sequential test: stop as soon as the result is clear",
  elo0: ["H0: Elo", "The lower hypothesis, in normalised Elo."] as const,
  elo1: ["H1: Elo", "The higher one."] as const,
  seed: ["Seed", "The source of all randomness: the same file with the same seed gives the same matches."] as const,

  entrants: "Entrants",
  oneMore: "Add at least one more entrant.",
  none: "No entrants yet. Add bots of this server, a bot of your own, or a grid of many bots.",
  switches: "The switches",
  addAll: (n: number) => `Add all ${count(n)} bots`,
  addBot: "Add a bot…",
  myBots: "My bots",
  serversBots: "Bots of this server",
  modulesOfPlayers: "Modules of players",
  addOwn: "Add a bot of your own",
  addGrid: "Add a grid",
  remove: (name: string) => `Remove ${name}`,
  entrant: (n: number) => `Entrant ${count(n)}`,
  base: "Bot",
  noBase: "none (default settings)",
  ownName: "Name",
  evaluation: "Evaluation",
  usualEvaluation: "default",
  nodes: ["Nodes", "The most nodes a move."] as const,
  timeMs: ["Time", "The most milliseconds a move."] as const,
  book: "Opening book",
  settings: (n: number) => (n === 0 ? "Settings" : `Settings (${count(n)} changed)`),
  grid: "Grid: one bot for each combination of these values",
  gridValues: "Values",
  gridHint: "2, 4, 6",
  addAxis: "Add a setting",
  removeAxis: (key: string) => `Remove ${key}`,

  openings: "Openings",
  openingKinds: { none: "The start of the game", random_plies: "Random plies", all_plies: "Every opening", lines: "My own" } as Record<string, string>,
  openingsAbout: {
    none: "Deterministic bots repeat the same match when they always begin at the start.",
    random_plies: "The first plies are random, and the same for both matches of an encounter.",
    all_plies: "Every position after this many plies, one after another.",
    lines: "One opening a line, as a list of moves.",
  } as Record<string, string>,
  plies: "Plies",
  lines: "Lines",

  limits: "Limits of a move",
  limitsAbout: "They apply to every entrant in addition to its own limits. With a time limit the results are not reproducible; with limits on depth or nodes they are.",
  limit: { depth: "Depth", nodes: "Nodes", time_ms: "Milliseconds" } as Record<string, string>,
  noLimit: "none",

  adjudication: "Ending early",
  adjudicationAbout: "Ends a match before the rules of the game do.",
  maxPlies: ["Longest match, in plies", "The match is a draw when it reaches this length."] as const,
  resign: "A side resigns",
  resignMoves: ["Moves", "The number of its moves in a row"] as const,
  resignValue: ["Behind by", "by at least this much in its own evaluation."] as const,
  draw: "A draw is agreed",
  drawMoves: ["Moves", "The number of moves of each side in a row"] as const,
  drawValue: ["Within", "with a value at most this far from 0."] as const,

  options: "Options of the game",
  comes: "Summary",
  working: "Calculating…",
  /** The number of matches. A knockout has more of them after ties. */
  matches: (n: number, atLeast: boolean) => `${atLeast ? "at least " : ""}${plural(n, "match", "matches")}`,
  entrantsCount: (n: number) => plural(n, "entrant"),
  openingsCount: (n: number) => plural(n, "opening"),
  /** `busy` is empty if the machine is idle. */
  time: (text: string, busy: string, atATime: number, least: boolean) => `${least ? "longer than" : "about"} ${text}${busy ? ` on an idle machine, and ${busy} while this one is as busy as now` : ""}; ${plural(atATime, "match", "matches")} at a time`,
  timeAbout: "A rough estimate from short trials. The page of the tournament shows the time left while it runs.",
  reproducible: "Reproducible",
  notReproducible: "Not reproducible",
  wrong: "The tournament is not valid yet",
  at: (line: number) => `line ${count(line)}`,
  who: "Entrants",
  start: "Start the tournament",
  starting: "Starting…",
  file: "As a file",
  fileAbout: "For the command arena tournament FILE. Changes here change the form too.",
  tabs: { list: "Tournaments", compose: "Compose" },
  edit: "Edit a copy",
  again: "Run again",
  compose: "New tournament",

  aSecond: "a second",
  seconds: (n: string) => `${n} s`,
  minutes: (n: string) => `${n} min`,
  hours: (n: string) => `${n} h`,
  days: (n: string) => `${n} days`,
});

/** Formats an approximate duration: "20 s", "3 min", "2½ h", "4 days". */
export function duration(seconds: number): string {
  if (seconds < 1.5) return words.aSecond;
  if (seconds < 90) return words.seconds(count(Math.round(seconds)));
  if (seconds < 90 * 60) return words.minutes(count(Math.round(seconds / 60)));
  if (seconds < 48 * 3600) return words.hours(count(Math.round(seconds / 360) / 10));
  return words.days(count(Math.round(seconds / 86_400)));
}
