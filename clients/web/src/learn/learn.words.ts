// The texts of the course, and of the lesson that a lost match suggests.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";
import type { Tool } from "./course";

export const words = say("learn/learn", {
  title: "Learn",
  lede: "From the first tree to your own experiments, in ten steps. Each lesson ends with a bot to beat.",
  course: "The course",
  progress: (n: number, of: number) => `${count(n)} of ${count(of)} done`,
  begin: "Begin",
  goOn: "Go on",
  again: "Look again",
  all: "You have done all of it.",
  done: "done",
  toBeat: "Still to do: beat the bot",
  tools: {
    step: { title: "Step through a search", about: "Any position, step by step: what was searched, what was cut, and why. Press p for the lecture mode." },
    costs: { title: "What it costs", about: "The same position with each switch: how many nodes each of them saves." },
    solved: { title: "Solved games", about: "Small games, solved to the end: the value of every position." },
    daily: { title: "Guess the cut", about: "Every day a new tree: what does alpha-beta never look at?" },
  } satisfies Record<Tool, { title: string; about: string }>,
  teach: "For teachers",
  teachAbout: "Press p on a search or a match: the tree or the board fills the screen, with one sentence to read from the last row. The arrow keys or a clicker lead through it.",
  openStep: "Open a search to show",
  /** After a lost match: why this lesson. */
  needs: {
    minimax: (plies: number) => `The bot saw its win ${plural(plies, "ply", "plies")} ahead. The lesson on minimax shows how to look for the answer to your own move.`,
    depth: (plies: number) => `The bot saw its win ${plural(plies, "ply", "plies")} ahead. The lesson on depth shows why that is enough.`,
    "alpha-beta": (plies: number) => `The bot saw its win ${plural(plies, "ply", "plies")} ahead. The lesson on alpha-beta shows how it looks that far.`,
    books: () => "The bot played its first moves from a book. The lesson on books shows what it knows.",
  },
  toLesson: "To the lesson",
});
