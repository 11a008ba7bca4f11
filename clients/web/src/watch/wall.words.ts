// The texts of the wall for a projector.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

export const words = say("watch/wall", {
  open: "Wall mode",
  about: "One running board after another on the whole screen, for a projector",
  title: "Running boards",
  close: "Leave wall mode",
  hold: "Hold",
  goOn: "Go on",
  next: "Next",
  at: (n: number, of: number) => `${count(n)} / ${count(of)}`,
  plies: (n: number) => plural(n, "ply", "plies"),
  evaluation: (height: number) => `Evaluation: ${height > 0 ? "+" : height < 0 ? "−" : ""}${count(Math.round(100 * Math.abs(height)))} of 100 for the first side`,
  depth: (depth: number) => `depth ${count(depth)}`,
  nodes: (nodes: string) => `${nodes} nodes`,
  last: (move: string) => `Last move: ${move}`,
  pairing: (first: string, second: string) => `Next pairing: ${first} – ${second}`,
  awaitsRound: "The next round is paired when this one ends.",
  upNext: (first: string, second: string) => `Next: ${first} – ${second}`,
  turned: (name: string) => `Turning point for ${name}`,
  archive: "From the archive",
  none: "No match is running.",
  standings: "Standings",
  standingsAbout: "points / matches played",
});
