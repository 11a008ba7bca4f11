// What can be done with a position that is shown.

import { say } from "../core/language.svelte";

export const words = say("components/positionTools", {
  group: "This position",
  analyse: "Analyse",
  steps: "Steps",
  stepsHint: "Watch a search of this position",
  playOn: "Play on",
  playOnHint: "Go on from here against a bot, in a match of its own",
  share: "Share",
  link: "Link",
  position: "Position",
  positionHint: "Copy the position",
  moves: "Moves",
  movesHint: "Copy the moves",
  copied: "Copied",
  record: (notation: string) => notation.toUpperCase(),
  recordHint: (notation: string) => `Copy the whole match as ${notation.toUpperCase()}`,
  save: "Save",
  saveHint: (notation: string) => `Save the whole match as a ${notation.toUpperCase()} file`,
});
