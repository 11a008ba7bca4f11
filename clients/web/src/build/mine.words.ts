// The texts of the reader's own bots.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("build/mine", {
  title: "My bots",
  about: "Saved in this browser.",
  save: "Save",
  saved: (version: number) => `Saved as version ${count(version)}`,
  saveVersion: (version: number) => `Save as version ${count(version)}`,
  version: (n: number) => `Version ${count(n)}`,
  change: "Change",
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  sure: "Remove it?",
  history: (n: number) => `History (${count(n)})`,
  changed: (keys: string[]) => (keys.length === 0 ? "the first" : keys.join(", ")),
  back: "Open",
  duel: "Duel against the ladder",
  duelOf: (name: string) => `${name} against the ladder`,
  duelling: "Starting the duel…",
  closed: (why: string) => `A duel is a tournament, which you cannot start here: ${why}`,
  stands: (ahead: number, met: number, finished: boolean) => `${finished ? "Beat" : "So far it beats"} ${count(ahead)} of ${plural(met, "bot")} of the ladder.`,
  unmeasured: "Not measured yet.",
  result: "The duel",
});
