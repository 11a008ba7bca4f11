// The texts of the actions for a displayed position.

import { say } from "../core/language.svelte";

export const words = say("components/positionTools", {
  group: "This position",
  analyse: "Analyse",
  steps: "Step through a search",
  stepsHint: "Watch a search of this position",
  stepsHintOf: (bot: string) => `Watch the search of ${bot} in this position`,
  playOn: "Play from here",
  playOnHint: "A new match from this position, against a bot or a friend",
  more: "More",
  share: "Share",
  link: "Copy link",
  position: "Copy position",
  positionHint: "Its text, to be pasted elsewhere",
  moves: "Copy moves",
  movesHint: "All moves up to here",
  copied: "Copied",
  record: (notation: string) => `Copy ${notation.toUpperCase()}`,
  recordHint: (notation: string) => `Copy the whole match as ${notation.toUpperCase()}`,
  save: "Save it",
  saveHint: (notation: string) => `Save the whole match as a ${notation.toUpperCase()} file`,
});
