// The texts of numbers, times and values.

import { plural } from "./format";
import { say } from "./language.svelte";

export const words = say("core/format", {
  noClock: "no clock",
  winsIn: (plies: number) => `wins in ${plural(plies, "ply", "plies")}`,
  losesIn: (plies: number) => `loses in ${plural(plies, "ply", "plies")}`,
  /** A position in which the game is over. */
  hasWon: "has won",
  hasLost: "has lost",
  plyCount: (n: number) => plural(n, "ply", "plies"),
  /** A round number in words; undefined if its digits are written. */
  round: (_n: number): string | undefined => undefined,
  win: "win",
  loss: "loss",
  /** For the nodes of a tree. */
  short: { win: "W", loss: "L" },
  in: (word: string, plies: number) => `${word} in ${plural(plies, "ply", "plies")}`,
  by: (word: string, margin: number) => `${word} by ${margin}`,
  // A number and its unit stay on one line.
  percent: (n: string) => `${n}%`,
  milliseconds: (n: string) => `${n}\u00a0ms`,
  microseconds: (n: string) => `${n}\u00a0µs`,
  seconds: (n: string) => `${n}\u00a0s`,
  lessThan: (time: string) => `<${time}`,
  /** A number of days, hours, minutes or seconds. */
  unit: (n: number, unit: "day" | "hour" | "minute" | "second", unitDisplay: "long" | "narrow") => new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay }).format(n),
  units: (parts: readonly string[], unitDisplay: "long" | "narrow") => parts.join(unitDisplay === "long" ? ", " : " "),
  /** A date as `Intl` formats it in this language. */
  date: (date: string) => date,
  justNow: "just now",
  minutesAgo: (n: number) => `${n} min ago`,
  hoursAgo: (n: number) => `${n} h ago`,
  minutes: (n: number) => `${n} ${n === 1 ? "minute" : "minutes"}`,
  hours: (n: number) => `${n} ${n === 1 ? "hour" : "hours"}`,
});
