// The texts of the settings.

import { say } from "./language.svelte";

export const words = say("core/prefs", {
  title: "Settings",
  language: "Language",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  board: "Boards",
  boards: { calm: "Calm", wood: "Wood", slate: "Slate" },
  piece: "Pieces",
  pieces: { flat: "Flat", lit: "Lit", letters: "Letters", western: "Western" },
  turn: "When it is my turn",
  sound: "Play a sound",
  notify: "Notify me while another page is in front",
  refused: "Notifications of this page are blocked in this browser.",
  done: "Done",
});
