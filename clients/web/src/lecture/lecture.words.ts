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
  code: "QR code for following this lecture",
  enlarge: "Fill the stage with the code and its address (q)",
  codeHint: "Follow on your phone",
  followers: (n: number) => `${count(n)} ${n === 1 ? "follows" : "follow"}`,
  followTitle: "The lecture",
  waiting: "Waiting for the lecture…",
  following: "This page moves with the lecture as long as it lasts.",
  broken: "The connection is lost. The page catches up when it is back.",
  ended: "The lecture has ended.",
  /** Beside a code whose address leads every device to itself. */
  local: "This address works on this computer only. For phones, start the server with --listen and an address of your network.",
  alone: "Look around on your own",
  start: "The start",
  move: (ply: number, move: string) => `Move ${count(ply)}: ${move}`,
  place: (at: number, of: number) => `${count(at + 1)} / ${count(of)}`,
});
