// What the view of an analysis says.

export const words = {
  title: "Analyse",
  lede: "The best move, the value of every move, and what pruning saves.",
  games: "The games",
  depth: "Depth",
  evaluation: "Evaluation",
  usual: "default",
  exact: "The exact value of every move",
  start: "Analyse",
  busy: "Searching…",
  comparing: "Comparing with plain minimax…",
  hint: "Choose a position and a depth; the result appears here.",
};
