// The texts of the reader's own bots.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("build/mine", {
  title: "My bots",
  inBrowser: (saved: boolean) => (saved ? "Saved in this browser." : "Not saved: this browser stores nothing. They last until you close this page."),
  claim: "Claim a name to keep them in your account.",
  inAccount: "Saved to your account.",
  notMoved: (why: string) => `Some bots are still saved in this browser only: ${why}`,
  save: "Save",
  saved: (version: number, lasting: boolean) => (lasting ? `Saved as version ${count(version)}` : `Version ${count(version)}, not saved`),
  saveVersion: (version: number) => `Save as version ${count(version)}`,
  version: (n: number) => `Version ${count(n)}`,
  change: "Change",
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  sure: "Remove it?",
  history: (n: number) => `History (${count(n)})`,
  first: "the first",
  /** Settings that are no switches of the search. */
  settings: { evaluation: "Evaluation", book: "Opening book", random_move: "Random moves", nodes: "Nodes", time_ms: "Time" } as Record<string, string>,
  changed: (settings: string[]) => settings.join(", "),
  enter: "Enter in a tournament",
  duel: "Duel with all bots of the server",
  duelWith: (name: string) => `Duel with ${name}`,
  rival: "Opponent of the duel",
  allBots: "All bots",
  duelSize: (matches: number) => `A tournament of ${plural(matches, "match", "matches")}, or fewer if your budget is too small`,
  guest: (left: number, of: number) => `A duel is a tournament. Guests from your address have ${count(left)} of ${plural(of, "match", "matches")} left today.`,
  duelling: "Starting the duel…",
  noServer: "A duel against all bots needs a server of the arena.",
  closed: (why: string) => `A duel is a tournament, and you cannot start one now. ${why}`,
  stands: (ahead: number, met: number, finished: boolean) => `${finished ? "Beat" : "So far it beats"} ${count(ahead)} of ${plural(met, "bot")} of the server.`,
  unmeasured: "Not measured yet.",
  result: "The duel",
});
