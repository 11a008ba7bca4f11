// The texts of the lessons and of their questions.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";
import type { Goal } from "./lessons";

export interface LessonWords {
  title: string;
  /** One line for the list. */
  about: string;
  text: string[];
  /** The description of the search below the text. */
  watch: string;
  question: string;
  hint: string;
  /** The explanation of the right answer. */
  why: string;
  match: string;
}

export const words = say("lessons/lessons", {
  title: "Lessons",
  lede: "Minimax in six short lessons. Each has a real search, a question that this search checks, and a match to try it out.",
  list: "The lessons",
  done: "done",
  number: (n: number, of: number) => `Lesson ${n} of ${of}`,
  aims: "The goals of this lesson",
  answerIt: "Answer the question.",
  watch: "See it work",
  question: "A question",
  answer: "Your answer",
  check: "Check",
  checking: "Checking…",
  right: "Right.",
  wrong: "Not quite.",
  again: "Try again",
  play: "Play it",
  start: "Start the match",
  goal: "The goal of this match",
  goals: { win: "Win the match.", draw: "Do not lose the match.", end: "Play the match to its end." } as Record<Goal, string>,
  reached: "Goal reached.",
  notReached: "Goal not reached. Try a rematch.",
  goalIs: (goal: string) => `Goal: ${goal}`,
  backTo: "Back to the lesson",
  next: "Next lesson",
  daily: "The position of the day",
  all: "All lessons are done.",
  offline: "The server does not answer at the moment; try again.",
  leaf: (value: string) => `The leaf ${value}`,
  marked: "marked as cut",
  tree: "The tree of the question",
  ways: "Which one?",
  way: (n: number) => `Order ${n}`,
  depths: "Which depth?",
  depthName: (d: number) => plural(d, "ply", "plies"),
  board: "Choose a move on the board.",
  chosen: (move: string) => `Your choice: ${move}.`,
  was: {
    value: (value: string) => `The search says ${value}.`,
    cut: (leaves: string) => (leaves ? `The search never looks at ${leaves}.` : "The search looks at every leaf."),
    depth: (d: number) => `The search sees it from depth ${d} on.`,
    fewest: (leaves: readonly number[]) => `Leaves looked at: ${leaves.map((n, i) => `order ${i + 1} ${count(n)}`).join(", ")}.`,
    move: (moves: string) => `It plays ${moves}.`,
  },
  met: {
    nobody: "You have not finished a match against a bot that searches for its moves, so here is one to begin with.",
    who: (name: string) => `Your last match was against ${name}. This is how it thinks:`,
    intro: (name: string) => `This is how ${name} thinks:`,
    depth: (depth: number) => `It looks ${plural(depth, "ply", "plies")} ahead.`,
    nodes: (nodes: string) => `It stops after ${nodes} positions.`,
    time: (ms: string) => `It thinks for ${ms} milliseconds.`,
    pruning: { none: "It does not prune: plain minimax.", "alpha-beta": "It prunes by alpha-beta.", pvs: "It prunes by alpha-beta, with null windows (PVS).", mtdf: "It converges on the value with null windows (MTD(f)).", bisection: "It converges on the value by bisection." } as Record<string, string>,
    ordering: "It tries promising moves first.",
    table: "It remembers positions in a table.",
    deepening: "It searches depth after depth, and reuses the order of the last.",
    evaluation: (name: string) => `At its horizon it uses the evaluation “${name}”.`,
    book: (name: string) => `Its first moves come from the book “${name}”.`,
    random: (percent: string) => `It plays ${percent}% of its moves at random.`,
    build: "Change it in the builder",
  },
  /** By lesson id. */
  lessons: {
    minimax: {
      title: "Minimax",
      about: "The best move if the opponent plays best as well.",
      text: [
        "Two players take turns. One of them, MAX, wants the number at the end to be large; the other, MIN, wants it small. A triangle that points up is a node where MAX moves. A triangle that points down is a node where MIN moves.",
        "The value of a node comes from below. A leaf has its number. A MIN node has the smallest value of its children, and a MAX node the greatest. That is all of minimax.",
      ],
      watch: "Go through it step by step: the values rise from the leaves to the root.",
      question: "MAX moves at the root, MIN below, then MAX again. What is the value of this tree?",
      hint: "Begin at the bottom: MAX takes the larger number of each pair of leaves, then MIN the smaller of two, then MAX the larger of two.",
      why: "Above the leaves MAX gets 7, 9, 8 and 6. MIN takes the smaller of 7 and 9, and of 8 and 6: 7 and 6. MAX takes 7.",
      match: "This bot looks one ply ahead and no further: it sees its own win, never yours. Set up two threats at once.",
    },
    depth: {
      title: "Depth and evaluation",
      about: "Most games are too large to search to the end.",
      text: [
        "A search that cannot reach the end stops at a depth, the horizon, and uses an evaluation to estimate the position there. The value at the root is only as good as that estimate.",
        "The search below looks two plies ahead on a heap of five. Each turn takes one, two or three. Its evaluation assumes that an odd heap is good. In fact, the side that faces a multiple of four loses.",
        "A deeper search is better for two reasons: it sees more ends of the game, and a wrong estimate further away does less harm.",
      ],
      watch: "The leaves at the bottom are estimates. See how they decide the move.",
      question: "X is to move and can force a win. The evaluation gives 0 at the horizon. How deep must the search be to see the win?",
      hint: "X makes a threat, O must answer, and X makes two threats at once. Count the plies until three stand in a row.",
      why: "X threatens, O answers, X threatens twice, O stops one of them, X completes the other. A search that is one ply shallower sees threats, but no end.",
      match: "This bot looks six plies ahead and trusts the wrong estimate beyond. Leave it a multiple of four whenever you can. You begin, with 21.",
    },
    "alpha-beta": {
      title: "Alpha-beta",
      about: "The same value without visiting most of the tree.",
      text: [
        "Suppose that MAX already has a move worth 3. For the next move, MIN finds a reply worth 2. MAX will not choose that move, whatever the other replies are: it gives 2 at most, and MAX has 3 elsewhere. The search skips the other replies.",
        "The search passes a window [α, β] down the tree: the values that MAX and MIN can already reach elsewhere. As soon as α reaches β, the rest is cut. The value at the root is exactly that of minimax.",
      ],
      watch: "Jump to the cut and read why.",
      question: "Alpha-beta goes through this tree from left to right. Mark the leaves that it never visits.",
      hint: "The first triangle is worth 4. From then on every MIN triangle is left as soon as it shows a number of 4 or less.",
      why: "The first MIN node is worth 4. The second shows 3 at once: its other two leaves are cut. The third shows 9, then 1: the last leaf is cut.",
      match: "Two plies of alpha-beta: it answers every threat, and never sees a fork. Make two threats at once, and it has one move too few.",
    },
    order: {
      title: "Order, table, deepening",
      about: "Alpha-beta is only as good as the order of the moves.",
      text: [
        "A cut needs something good to compare with. If the best move comes first, nearly everything after it is cut: with b moves and m plies about 2·√bᵐ leaves remain of bᵐ. If it comes last, little is cut.",
        "Good searches therefore estimate the order: captures first, moves that caused cuts elsewhere, and moves that the game marks as promising. A table remembers positions and their best moves. Iterative deepening searches to depth 1, then 2, then 3: each shallow search is cheap and improves the order of the next.",
      ],
      watch: "Depth after depth: from the second on, the table tells which move to try first, and knows whole positions.",
      question: "The same tree in three orders. In which order does alpha-beta visit the fewest leaves?",
      hint: "Good for MAX at the root: the subtree that is worth most first. Good for MIN below: the smallest leaf first.",
      why: "The best move is first, and below each other move MIN finds the refutation at once: five of nine leaves remain. Without a table, alpha-beta needs at least that many.",
      match: "Three plies with ordering, a table and iterative deepening: it sees forks, but no trap behind one. Prepare a row of three with both ends open, two moves ahead.",
    },
    books: {
      title: "Books",
      about: "Known moves need no search.",
      text: [
        "A search is weakest at the start of a game, because the end is far away. But the start is always the same, so good moves can be computed in advance, or taken from experience, and stored in a book.",
        "The classic book of this game gives 3 for a corner, 2 for an edge, and 4 for the centre. A bot with this book does not search its first move.",
      ],
      watch: "Two plies from the empty board: already seventy-odd positions, and not one end of a game among them.",
      question: "Which square does the bot with the classic book open on?",
      hint: "It plays the move with the greatest value in the book.",
      why: "The book's greatest value decides, and no node is searched.",
      match: "It has this book, and six plies of plain minimax after it. You move second; it opens as you predicted.",
    },
    met: {
      title: "The bot that you just met",
      about: "Your last opponent, taken apart.",
      text: ["Every bot here is a list of switches, and now you know what they do. You can ask for its move in any position, and change its settings."],
      watch: "",
      question: "What does it play in this position?",
      hint: "Follow its search: look as many plies ahead, and use its evaluation at the horizon.",
      why: "This is the result of its own search, with its depth and its evaluation.",
      match: "Play it again: you know how far it sees.",
    },
  } as Record<string, LessonWords>,
});
