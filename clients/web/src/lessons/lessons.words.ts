// The texts of the lessons and of their questions.

import { count, plural } from "../core/format";
import { say } from "../core/language.svelte";

export interface LessonWords {
  title: string;
  /** One line for the list. */
  about: string;
  text: string[];
  /** The description of the search beside the text. */
  watch: string;
  question: string;
  hint: string;
  /** The explanation of the right answer. */
  why: string;
  match: string;
}

export const words = say("lessons/lessons", {
  title: "Lessons",
  lede: "Minimax in six short lessons. In each a real search runs beside the text, a question is checked by the same search, and a match at the end shows what it is worth.",
  list: "The lessons",
  done: "done",
  number: (n: number) => `Lesson ${n}`,
  watch: "See it work",
  question: "A question",
  answer: "Your answer",
  check: "Check",
  checking: "Checking…",
  right: "Right.",
  wrong: "Not quite.",
  again: "Try again",
  show: "Open in the stepper",
  play: "Play it",
  start: "Start the match",
  goal: "The goal of this match",
  backTo: (title: string) => `Back to the lesson “${title}”`,
  next: "Next lesson",
  back: "Lesson before",
  all: "All lessons are done.",
  offline: "The arena cannot be asked at the moment; try once more.",
  leafCut: "never looked at",
  leaf: (value: string) => `The leaf ${value}`,
  marked: "marked as cut",
  tree: "The tree of the question",
  ways: "Which one?",
  way: (n: number) => `Order ${n}`,
  depths: "Which depth?",
  depthName: (d: number) => plural(d, "ply", "plies"),
  board: "Choose a move on the board.",
  chosen: (move: string) => `Your choice: ${move}.`,
  noChoice: "Nothing is chosen yet.",
  was: {
    value: (value: string) => `The search says ${value}.`,
    cut: (leaves: string) => (leaves ? `The search never looks at ${leaves}.` : "The search looks at every leaf."),
    depth: (d: number) => `The search sees it from depth ${d} on.`,
    fewest: (leaves: readonly number[]) => `Leaves looked at: ${leaves.map((n, i) => `order ${i + 1} ${count(n)}`).join(", ")}.`,
    move: (moves: string) => `It plays ${moves}.`,
  },
  met: {
    nobody: "You have not finished a match against a bot yet, so here is one to begin with.",
    who: (name: string) => `Your last match was against ${name}. This is how it thinks:`,
    intro: (name: string) => `This is how ${name} thinks:`,
    depth: (depth: number) => `It looks ${plural(depth, "ply", "plies")} ahead.`,
    nodes: (nodes: string) => `It stops after ${nodes} positions.`,
    time: (ms: string) => `It thinks for ${ms} milliseconds.`,
    pruning: { none: "It prunes nothing: plain minimax.", "alpha-beta": "It prunes by alpha-beta.", pvs: "It prunes by alpha-beta, with null windows (PVS).", mtdf: "It closes in on the value with null windows (MTD(f)).", bisection: "It closes in on the value by halving." } as Record<string, string>,
    ordering: "It tries promising moves first.",
    table: "It remembers positions in a table.",
    deepening: "It searches depth after depth, and learns the order from the last.",
    evaluation: (name: string) => `Where it stops looking, its evaluation “${name}” guesses.`,
    book: (name: string) => `Its first moves come from the book “${name}”.`,
    random: (percent: string) => `In ${percent} % of its turns it plays at random.`,
    build: "Change it in the builder",
  },
  /** By lesson id. */
  lessons: {
    minimax: {
      title: "Minimax",
      about: "The best move, if the other side plays best as well.",
      text: [
        "Two players take turns. One of them, MAX, wants the number at the end to be large; the other, MIN, wants it small. A triangle that points up is a place where MAX moves, one that points down a place where MIN does.",
        "What a place is worth follows from below: at a leaf the number that stands there; where MIN moves, the least of what its moves lead to; where MAX moves, the greatest. That is all of minimax.",
      ],
      watch: "Go through it step by step: the values rise from the leaves to the root.",
      question: "MAX moves at the root, MIN below, then MAX again. What is this tree worth?",
      hint: "Begin at the bottom: MAX takes the larger number of each pair of leaves, then MIN the smaller of two, then MAX the larger of two.",
      why: "Above the leaves MAX gets 7, 9, 8 and 6. MIN takes the smaller of 7 and 9, and of 8 and 6: 7 and 6. MAX takes 7.",
      match: "This bot looks one ply ahead and no further: it sees its own win, never yours. Set up two threats at once.",
    },
    depth: {
      title: "Depth and evaluation",
      about: "Most games are too large to be searched to the end.",
      text: [
        "A search that cannot reach the end stops at a depth, the horizon, and asks an evaluation what the position there might be worth. The value at the root is only as good as that guess.",
        "Beside this the search looks two plies ahead on a heap of five, where each turn takes one, two or three. Its evaluation believes that an odd heap is good. In truth whoever faces a multiple of four loses.",
        "Deeper is better for two reasons: more ends come into view, and a guess that is further away does less harm.",
      ],
      watch: "The leaves at the bottom are guesses. See how they decide what it plays.",
      question: "X is to move and can force a win. An evaluation that knows nothing says 0 at the horizon. How deep must a search look until it sees the win?",
      hint: "X makes a threat, O must answer, and X makes two threats at once. Count the plies until three stand in a row.",
      why: "X threatens, O answers, X threatens twice, O stops one of them, X completes the other. A search that is one ply shallower sees threats, but no end.",
      match: "This bot looks six plies ahead and trusts the wrong guess beyond. Leave it a multiple of four whenever you can: you begin, with 21.",
    },
    "alpha-beta": {
      title: "Alpha-beta",
      about: "The same value, and most of the tree never looked at.",
      text: [
        "Suppose that MAX already has a move worth 3. In the next one MIN finds an answer worth 2. Whatever else MIN has there, MAX will not go: it gets 2 at most, and has 3 elsewhere. The other answers need not be looked at.",
        "The search carries a window [α, β] along: what MAX and what MIN are sure of elsewhere. Where α reaches β, the rest is cut. The value at the root is exactly that of minimax.",
      ],
      watch: "Jump to the cut and read why.",
      question: "Alpha-beta goes through this tree from left to right. Mark the leaves that it never looks at.",
      hint: "The first triangle is worth 4. From then on every MIN triangle is left as soon as it shows a number of 4 or less.",
      why: "The first MIN node is worth 4. The second shows 3 at once: its other two leaves are cut. The third shows 9, then 1: the last leaf is cut.",
      match: "Six plies of alpha-beta in a game with seven moves: plain minimax would look at a hundred thousand positions for each move, this bot at a few thousand.",
    },
    order: {
      title: "Order, table, deepening",
      about: "Alpha-beta is only as good as the order of the moves.",
      text: [
        "A cut needs something good to compare with. If the best move comes first, nearly everything after it is cut: with b moves and m plies about 2·√bᵐ leaves remain of bᵐ. If it comes last, little is cut.",
        "So good searches guess the order: captures first, moves that cut elsewhere, what the game itself thinks promising. A table remembers positions, and the best move that was found there. And iterative deepening searches to depth 1, then 2, then 3: each shallow search is cheap, and tells the next one where to begin.",
      ],
      watch: "Depth after depth: from the second on, the table tells which move to try first, and knows whole positions.",
      question: "The same tree in three orders. In which of them does alpha-beta look at the fewest leaves?",
      hint: "Good for MAX at the root: the subtree that is worth most first. Good for MIN below: the smallest leaf first.",
      why: "The best move stands first, and below each of the others MIN finds its refutation at once: of nine leaves five remain. Without a table, alpha-beta cannot do with fewer.",
      match: "This bot has it all: order, a table, and one depth after the other. It looks much deeper than the last one, with not much more work.",
    },
    books: {
      title: "Books",
      about: "What was found out once need not be searched again.",
      text: [
        "At the start of a game a search is at its weakest: the end is far away. But the start is always the same, so what is good there can be worked out beforehand, or taken from experience, and written into a book.",
        "The classic book of this game gives 3 for a corner, 2 for an edge, and 4 for the centre. A bot that has it does not search its first move at all.",
      ],
      watch: "Two plies from the empty board: already seventy-odd positions, and not one end of a game among them.",
      question: "Which square does the bot with the classic book open on?",
      hint: "It plays what the book gives the most.",
      why: "The book's greatest value decides, and no node is searched.",
      match: "It has that book, and six plies of plain minimax after it. You move second: it opens as you predicted.",
    },
    met: {
      title: "The bot that you just met",
      about: "Your last opponent, taken apart.",
      text: ["Every bot here is a list of switches, and you know now what they do. Nothing about it is hidden: you can ask the arena what it would play, and change it."],
      watch: "",
      question: "What does it play in this position?",
      hint: "Think as it does: count its plies ahead, and guess at the horizon as its evaluation would.",
      why: "That is what its own search says, with its depth and its evaluation.",
      match: "Meet it again: you know how far it sees.",
    },
  } as Record<string, LessonWords>,
});
