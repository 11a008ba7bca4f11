// Alpha-beta search as in the textbook, with the protocol of the grader.
const lines = require("fs");
const chunk = Buffer.alloc(65536);
let input = "";

function read() {
  while (!input.includes("\n")) {
    const count = lines.readSync(0, chunk);
    if (count === 0) process.exit(0);
    input += chunk.toString("utf8", 0, count);
  }
  const end = input.indexOf("\n");
  const line = input.slice(0, end);
  input = input.slice(end + 1);
  return line.trim().split(/\s+/);
}

const write = (...words) => lines.writeSync(1, words.join(" ") + "\n");
const state = ([name, player, ...actions]) => ({ name, player, actions });

function ask(...words) {
  write(...words);
  const [kind, ...rest] = read();
  if (kind === "error") throw new Error(rest.join(" "));
  return rest;
}

const result = (from, action) => state(ask("result", from.name, action));
const utility = (of) => Number(ask("utility", of.name)[0]);
const evaluate = (of) => Number(ask("evaluate", of.name)[0]);

function search(node, alpha, beta, depth) {
  if (node.actions.length === 0) return [utility(node), "-"];
  if (depth === 0) return [evaluate(node), "-"];
  const max = node.player === "max";
  let value = max ? -Infinity : Infinity;
  let move = "-";
  for (const action of node.actions) {
    const [child] = search(result(node, action), alpha, beta, depth - 1);
    if (max ? child > value : child < value) [value, move] = [child, action];
    if (max) alpha = Math.max(alpha, value);
    else beta = Math.min(beta, value);
    if (alpha >= beta) break;
  }
  return [value, move];
}

for (;;) {
  const [kind, , depth, ...described] = read();
  if (kind === "search") {
    write("answer", ...search(state(described), -Infinity, Infinity, depth === "-" ? Infinity : Number(depth)));
  }
}
