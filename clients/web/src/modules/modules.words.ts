// The texts of the view of modules that players hand in.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";
import type { ModuleState } from "../wire";

export const words = say("modules/modules", {
  lede: "Evaluations and bots as WebAssembly modules, and trained models, handed in by players. The server runs them in tournaments and leagues.",
  theModules: "The modules",
  handIn: "Hand in a module",
  handInAbout: "The file is analysed, then plays four matches. If it does not fail, everybody can choose it and download it. A version never changes.",
  needsName: "Claim a name to hand in modules.",
  toAccount: "Your account",
  check: "The same analysis on your machine:",
  game: "Game",
  allGames: "All games",
  name: "Name",
  nameAbout: "Small letters, digits and hyphens.",
  file: "Module (.wasm or .model)",
  send: "Hand in",
  yours: "Your modules",
  all: "All modules",
  none: "No module was accepted yet.",
  more: "More modules",
  states: {
    waiting: "is being analysed",
    analysed: "plays trial matches",
    accepted: "accepted",
    refused: "refused",
    withdrawn: "deleted",
  } satisfies Record<ModuleState, string>,
  version: (n: number) => `Version ${count(n)}`,
  by: (owner: string) => `by ${owner}`,
  bytes: (n: number) => plural(n, "byte"),
  rating: (rating: number, deviation: number, matches: number) => `rating ${count(rating)} ±${count(2 * deviation)} after ${plural(matches, "match", "matches")} against measured bots`,
  provisional: "provisional",
  results: (results: string) => `${results} (won, drawn, lost), with the trial`,
  report: "Report",
  trial: "Trial matches, two against each of the game's two weakest bots:",
  match: (n: number) => `match ${count(n)}`,
  failures: "Matches lost by a failure",
  download: "Download",
  downloadOf: (bot: string) => `Download ${bot}`,
  matches: "Matches",
  matchesOf: (bot: string) => `Matches of ${bot}`,
  remove: "Delete",
  removeOf: (name: string) => `Delete ${name}`,
  sure: "It plays no more. Files of accepted versions stay, because records of matches need them.",
});
