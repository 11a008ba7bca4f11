// What clocks are called.

import { say } from "./language.svelte";

export const words = say("core/clock", {
  clock: "Clock",
  aMove: (time: string) => `${time} a move`,
  delayed: (setting: string, delay: string) => `${setting}, ${delay} of delay`,
  kinds: { none: "None", days: "Days a move", custom: "Custom" },
  days: "Days for each move",
  minutes: "Minutes each",
  increment: "Seconds added a move",
  delay: "Seconds before it runs",
  period: "For so many moves",
  allMoves: "all",
});
