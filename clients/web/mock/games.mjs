// Just enough of the three games for the stand-in server.

const POINTS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];

const side = (n) => (n % 2 === 0 ? "first" : "second");
const cells = ({ moves }) => POINTS.map((p) => ["x", "o"][moves.indexOf(p) % 2] ?? "");
const line = (c) => LINES.find(([a, b, d]) => c[a] && c[a] === c[b] && c[a] === c[d]);
const heap = (at) => (at.options.heap ?? 21) - at.moves.reduce((n, m) => n + Number(m), 0);
const most = (at) => at.options.most ?? 3;
const node = (at) => at.moves.reduce((t, m) => t[Number(m)], at.options.tree ?? TREE);

export function legal(game, at) {
  if (outcome(game, at)) return [];
  if (game === "tictactoe") return POINTS.filter((p) => !at.moves.includes(p));
  if (game === "bones") return Array.from({ length: Math.min(most(at), heap(at)) }, (_, i) => String(i + 1));
  return node(at).map((_, i) => String(i));
}

export function outcome(game, at) {
  if (game === "tictactoe") {
    const won = line(cells(at));
    return won ? side(at.moves.length - 1) : at.moves.length === 9 ? "draw" : undefined;
  }
  if (game === "bones") return heap(at) === 0 ? side(at.moves.length - 1) : undefined;
  const here = node(at);
  return Array.isArray(here) ? undefined : here > 0 ? "first" : here < 0 ? "second" : "draw";
}

export function diagram(game, at) {
  const last = at.moves.length ? [at.moves[at.moves.length - 1]] : [];
  if (game === "tictactoe") {
    const c = cells(at);
    return { kind: "grid", columns: 3, rows: 3, cells: c, points: POINTS, last, line: line(c)?.map((i) => POINTS[i]) };
  }
  if (game === "bones") {
    const n = at.options.heap ?? 21;
    return { kind: "heap", columns: n, rows: 1, cells: Array.from({ length: n }, (_, i) => (i < heap(at) ? "bone" : "")), left: heap(at), most: most(at), last };
  }
  const here = node(at);
  const children = Array.isArray(here) ? here : [];
  return { kind: "tree", columns: children.length, rows: 1, cells: children.map((x) => (Array.isArray(x) ? "…" : String(x))), tree: at.options.tree ?? TREE, path: at.moves.map(Number), last };
}

export const games = [
  { name: "tictactoe", title: "Tic-tac-toe", about: "Three in a row wins.", sides: ["X", "O"], options: [], evaluations: [{ name: "classic", about: "Threats of two in an open line.", weights: [] }, { name: "zero", about: "Nothing until the end.", weights: [] }] },
  { name: "bones", title: "Game of bones", about: "Take one to three; who takes the last wins.", sides: ["First", "Second"], options: [{ name: "heap", about: "Bones at the start.", kind: "integer", default: 21, min: 1, max: 100 }, { name: "most", about: "The most that one turn may take.", kind: "integer", default: 3, min: 1, max: 10 }], evaluations: [{ name: "parity", about: "", weights: [] }] },
  { name: "tree", title: "Game tree", about: "A tree of leaf values, one child a turn.", sides: ["MAX", "MIN"], options: [{ name: "tree", about: "Leaf values in nested arrays.", kind: "tree", default: TREE }], evaluations: [{ name: "zero", about: "", weights: [] }] },
];

const bot = (game, name, level, depth, about, extra = {}) => ({ name, game, level, about, summary: `${extra.pruning ?? "alpha-beta"} to depth ${depth}${extra.random_move ? `, ${100 * extra.random_move} % random moves` : ""}`, spec: { name, game, depth, pruning: "alpha-beta", ordering: ["natural"], evaluation: "classic", book: false, ties: "random", seed: 0, random_move: 0, ...extra } });
export const bots = [
  bot("tictactoe", "ttt-novice", 1, 1, "Looks one move ahead and often forgets to.", { random_move: 0.4 }),
  bot("tictactoe", "ttt-casual", 2, 2, "Sees your threats, seldom your plans."),
  bot("tictactoe", "ttt-classic", 3, 6, "The textbook's depth, with its opening book.", { book: true }),
  bot("tictactoe", "ttt-plain", 4, 9, "Plain minimax to the end.", { pruning: "none" }),
  bot("tictactoe", "ttt-perfect", 5, 9, "Never loses."),
  bot("bones", "bones-novice", 1, 1, "Takes what it likes.", { random_move: 0.5 }),
  bot("bones", "bones-perfect", 2, 30, "Wins every heap that can be won."),
  bot("tree", "tree-perfect", 1, 20, "Searches the whole tree."),
];
