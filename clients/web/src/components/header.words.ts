// The texts of the header, the window title and notifications.

import { plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("components/header", {
  reconnecting: "Reconnecting…",
  connecting: "Connecting…",
  yourMove: "Your move",
  yourMatch: "Your match",
  underWay: (n: number) => `${plural(n, "match", "matches")} of yours ${n === 1 ? "is" : "are"} under way`,
  name: (name: string) => `Your name: ${name || "not known yet"}. Change it.`,
  sound: "Sound when it is your turn",
  soundOn: "Sound is on",
  soundOff: "Sound is off",
  settings: "Settings",
  turnTitle: "● Your turn · ",
  yourTurn: "Your turn",
  against: (game: string, name: string) => `${game} against ${name}`,
  nameTitle: "Name shown to others",
  nameLabel: "How others see you",
  nameAbout: "Only a label for this browser: other guests may use the same one.",
  nameClaim: "Claim a name that is yours alone",
  nameClaimed: (name: string) => `You have claimed the name ${name}. It does not change.`,
  cancel: "Cancel",
  save: "Save",
  close: "Close",
  dismiss: "Dismiss",
  announcement: "From the operator:",
  unsaved: "Nothing is saved.",
  unsavedAbout: "This browser blocks the storage of this page, or it is full. Your seats, name, bots, settings and progress last until you close or reload this page.",
});
