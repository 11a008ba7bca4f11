// The texts of the position of the day.

import { count, percent, plural } from "../core/format";
import { words as format } from "../core/format.words";
import { locale, say } from "../core/language.svelte";
import type { Square } from "./daily";
import type { Puzzle } from "./puzzle";

/** Formats a day as a date. Days change at midnight UTC. */
export const dateText = (date: Date): string => format.date(date.toLocaleDateString(locale(), { dateStyle: "long", timeZone: "UTC" }));

/** Formats a day for the archive. */
export const shortDate = (date: Date): string => format.date(date.toLocaleDateString(locale(), { month: "short", day: "numeric", timeZone: "UTC" }));

export const words = say("daily/daily", {
  title: "Guess the cut",
  lede: "Every day another tree. Mark what alpha-beta never looks at, guess the value, then see the answer.",
  why: "Why:",
  /** Before a sentence about a cut: the moves that lead to its node. */
  at: (path: readonly string[]) => `After ${path.join(" ")}: `,
  sooner: "W1 is worth more than W3, because a win counts more the sooner it comes. A loss counts more the later it comes.",
  share: "Your result to paste",
  copyShare: "Copy the result",
  shareTitle: (day: string) => `minimax arena · Guess the cut ${day}`,
  row: (squares: readonly Square[]) => squares.map((one) => ({ searched: "⬜", cut: "🟩", wrong: "🟥" })[one]).join(""),
  squares: (right: number, of: number) => `${count(right)} of ${count(of)} right`,
  squaresAre: "A square for each leaf, and the last one for the value. White: searched, and you did not mark it. Green: cut, and you marked it; or the value is right. Red: your answer differs.",
  archive: "The last days",
  loading: "Searching…",
  question: "What is never looked at?",
  about: (title: string, side: string) => `${title}. MAX is ${side}, who is to move. The search goes from left to right. Choose a node to mark it and everything below it.`,
  aboutTree: "MAX is to move. The search goes from left to right. Choose a node to mark it and everything below it.",
  tree: "The tree of the day",
  node: (name: string, value: string, max: boolean) => `${name}${value ? `, ${value}` : max ? ", MAX to move" : ", MIN to move"}`,
  root: "The root",
  marked: "marked as never looked at",
  payoffs: "The numbers at the leaves are MAX's payoffs.",
  results: (side: string) => `W is a win of ${side}, L a loss, 0 a draw. The number is that of the plies to the end: a sooner win and a later loss are worth more.`,
  value: "The value of the root",
  result: "The result with best play",
  wins: (side: string) => `${side} wins`,
  drawn: "Draw",
  never: "never looked at",
  differs: "your mark differs",
  legend: "✗ stands at each leaf where your marks differ from the search.",
  noMarks: "nothing marked",
  marks: (n: number) => `${plural(n, "node")} marked`,
  answer: "Show the answer",
  right: "Right.",
  wrong: "Not quite.",
  verdict: (cut: number, of: number, value: string) => `Alpha-beta never looks at ${count(cut)} of ${plural(of, "leaf", "leaves")}, and the value is ${value}.`,
  verdictResult: (cut: number, of: number, result: string) => `Alpha-beta never looks at ${count(cut)} of ${plural(of, "leaf", "leaves")}. With best play: ${result}.`,
  cutsWrong: "Your marks differ from the cuts.",
  valueWrong: (value: string) => `You guessed ${value}.`,
  step: "Step through the search",
  solution: "The answer",
  yesterday: "Yesterday's answer",
  showYesterday: "Show yesterday's position",
  you: (right: boolean) => (right ? "You had it right." : "You did not have it right."),
  others: (right: number, of: number) => (of === 1 ? "You are the first to answer here." : `${percent(right / of)} of ${count(of)} players were right.`),
  streak: "Your streak",
  days: (n: number) => plural(n, "day"),
  keepOn: (saved: boolean) => `Right answers on days in a row, ${saved ? "kept in this browser" : "kept until you close this page, because this browser stores nothing"}. The next position comes at midnight UTC.`,
  past: (date: string) => `The position of ${date}. It does not count for the streak.`,
  today: "To today's position",
});

/** Returns the names of the values of a position: a number, or a result. */
export function valueName(value: number, { answer }: Puzzle, sides: readonly [string, string]): string {
  if (!answer.scale) return value < 0 ? `−${count(-value)}` : count(value);
  const [mover, other] = answer.side === "first" ? sides : [sides[1], sides[0]];
  return value === 0 ? words.drawn : words.wins(value > 0 ? mover : other);
}
