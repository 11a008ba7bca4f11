// The texts of clocks.

import { plural } from "./format";
import { say } from "./language.svelte";

export const words = say("core/clock", {
  clock: "Clock",
  aMove: (time: string) => `${time} a move`,
  delayed: (setting: string, delay: string) => `${setting}, ${delay} of delay`,
  kinds: { none: "None", days: "Days a move", custom: "Custom" },
  /** The meanings of the clock choices, for readers who do not know the short form. */
  none: "No time limit.",
  meaning: (minutes: number, seconds: number) => `${plural(minutes, "minute")} each for the whole match${seconds > 0 ? `, and ${plural(seconds, "second")} more for each move` : ""}.`,
  days: "Days for each move",
  minutes: "Minutes each",
  increment: "Increment in seconds",
  delay: "Delay in seconds",
  period: "Moves per period",
  allMoves: "all",
});
