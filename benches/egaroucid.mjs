// Egaroucid for Web as a player of the text protocol (docs/engine.md), for benches/egaroucid.toml.
//
//   node benches/egaroucid.mjs FOLDER [LEVEL]
//
// FOLDER has its ai.js and ai.wasm, which lie in docs/en/web of its repository.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const [folder, level = "9"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node benches/egaroucid.mjs FOLDER [LEVEL]");
  process.exit(2);
}
const at = resolve(folder);

/** The module of Emscripten, once it is initialised. Its script expects the names of a CommonJS module. */
const ai = await new Promise((done) => {
  globalThis.require = createRequire(join(at, "ai.js"));
  globalThis.__dirname = at;
  globalThis.Module = { print() {}, printErr() {}, locateFile: (file) => join(at, file), onRuntimeInitialized: () => setImmediate(() => done(globalThis.Module)) };
  (0, eval)(`${readFileSync(join(at, "ai.js"), "utf8")};Module.cells = () => HEAP32`);
});
const cells = ai._malloc(64 * 4);
if (ai._init_ai(cells) !== 0) throw new Error("Egaroucid could not be initialised");

const [BLACK, WHITE, EMPTY] = [0, 1, -1];
let board = [];
let side = BLACK;
let legal = [];

/** Places a disc and turns those that it encloses. */
function play(move) {
  const [x, y] = [move.charCodeAt(0) - 97, Number(move[1]) - 1];
  for (const [dx, dy] of [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]))) {
    const row = [];
    for (let [i, j] = [x + dx, y + dy]; i >= 0 && i < 8 && j >= 0 && j < 8; [i, j] = [i + dx, j + dy]) {
      const disc = board[8 * j + i];
      if (disc === side) row.forEach((cell) => (board[cell] = side));
      if (disc !== 1 - side) break;
      row.push(8 * j + i);
    }
  }
  board[8 * y + x] = side;
}

/** Sets up the position after these moves. */
function set(moves) {
  board = Array(64).fill(EMPTY);
  [board[27], board[28], board[35], board[36]] = [WHITE, BLACK, BLACK, WHITE];
  side = BLACK;
  for (const move of moves) {
    if (move !== "pass") play(move);
    side = 1 - side;
  }
}

function choose() {
  if (legal.length === 1) return legal[0];
  ai.cells().set(board, cells / 4);
  const cell = Math.floor(ai._ai_js(cells, Number(level), side) / 1000);
  return String.fromCharCode(97 + (cell % 8)) + (1 + Math.floor(cell / 8));
}

const say = (line) => process.stdout.write(`${line}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "uci") say("id name Egaroucid for Web\nuciok");
  else if (command === "isready") say("readyok");
  else if (command === "position") set(words.slice(2));
  else if (command === "legal") legal = words;
  else if (command === "go") say(`bestmove ${choose()}`);
  else if (command === "quit") break;
}
process.exit(0);
