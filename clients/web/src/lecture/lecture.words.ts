// The lecture mode of searches and matches.

import { count } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("lecture/lecture", {
  title: "Lecture",
  open: "Lecture (p)",
  openHint: "Fill the screen for a class (p)",
  close: "End the lecture",
  back: "Back",
  next: "Next",
  room: "Room",
  rooms: { light: "Light", dark: "Dark" },
  code: "QR code of this step",
  codeHint: "This step on your phone",
  place: (at: number, of: number) => `${count(at + 1)} / ${count(of)}`,
});
