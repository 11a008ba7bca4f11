// Compares the module with the program: values, lines, node counts and paths. `ARENA_BIN` names the program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { games, load_models, Position, RulesError } from "gametree-arena-rules";

const PROGRAM = process.env.ARENA_BIN ?? new URL("../../../../target/release/arena", import.meta.url).pathname;
const MOST_BYTES = 600_000;
const native = (...command) => JSON.parse(execFileSync(PROGRAM, [...command, "--json"], { encoding: "utf8" }));

/** A random number generator with a fixed seed. */
function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A few random moves from the initial position. */
function some(game, plies, roll) {
  let position = new Position(game);
  while (position.moves.length < plies && position.legal.length > 1) position = position.play(position.legal[roll(position.legal.length)]);
  return position;
}

test("searches find what the program finds, by the same number of nodes", () => {
  const roll = dice(4);
  for (const game of Object.keys(games())) {
    for (const [plies, depth, pruning, more] of [
      [0, 3, "alpha-beta", {}],
      [4, 2, "none", {}],
      [3, 3, "pvs", { table_mb: 1, ordering: ["table", "static"], deepening: true }],
    ]) {
      const reached = some(game, plies, roll);
      // A search sees repetitions of earlier positions, which the program does not know here.
      const position = Position.from_text(game, reached.to_text(), reached.options);
      const flags = ["--depth", String(depth), "--pruning", pruning];
      if (more.deepening) flags.push("--table-mb", "1", "--ordering", "table,static", "--deepening");
      const expected = native("analyse", game, "--position", reached.to_text(), ...flags);
      const found = position.search({ depth, pruning, ...more });
      for (const key of ["value", "best", "depth", "line", "nodes", "leaves", "cutoffs", "pruned_moves", "table_hits"]) {
        assert.deepEqual(found[key], expected[key] ?? null, `${key} of ${game} after ${reached.moves} by ${pruning}`);
      }
      assert.equal(position.to_text(), expected.position);
      assert.deepEqual(found.root.map(({ move, value }) => [move, value]), expected.root.map(({ move, value }) => [move, value]));
    }
  }
});

test("trained models are loaded when they are asked for", async () => {
  const position = some("chess", 6, dice(2));
  const others = ["checkers", "reversi"].map((game) => [some(game, 6, dice(2)), "patterns"]);
  assert.throws(() => position.evaluate("network"), /call load_models\(\) first/);
  await load_models();
  for (const [at, evaluation] of [[position, "network"], ...others]) {
    const expected = native("analyse", at.game, "--position", at.to_text(), "--depth", "2", "--evaluation", evaluation);
    const found = at.search({ depth: 2, evaluation });
    assert.deepEqual([found.value, found.nodes, found.best], [expected.value, expected.nodes, expected.best]);
  }
});

test("published counts", () => {
  assert.equal(new Position("chess").perft(4), 197_281);
  const found = new Position("tictactoe").search({ depth: 9, pruning: "none", evaluation: "zero" });
  assert.deepEqual([found.nodes, found.value, found.line.length], [549_946, 0, 9]);
});

test("every game is played to its end", () => {
  const roll = dice(8);
  for (const [game, info] of Object.entries(games())) {
    let position = new Position(game);
    while (position.legal.length > 0) {
      assert.equal(position.outcome, undefined);
      assert.deepEqual(Position.from_text(game, position.to_text(), position.options).legal, position.legal);
      position = position.play(position.legal[roll(position.legal.length)]);
    }
    assert.ok(["first", "second", "draw"].includes(position.outcome), game);
    assert.equal(typeof position.payoff, "number");
    assert.equal(info.sides.length, 2);
    assert.match(position.to_svg(), /^<svg/);
  }
});

test("positions do not change, and customary notation is read", () => {
  const start = new Position("chess");
  const played = start.play("Nf3");
  assert.deepEqual([start.moves, played.moves, played.side], [[], ["g1f3"], "second"]);
  assert.ok(played.legal_notation.includes("Nf6"));
  assert.deepEqual(new Position("chess", {}, undefined, ["e4", "Nf6"]).moves, ["e2e4", "g8f6"]);
  assert.equal(start.key, new Position("chess").key);
  assert.notEqual(start.key, played.key);
  assert.equal(`${new Position("tictactoe").play("b2")}`, ". . .\n. x .\n. . .");
});

test("a kept tree has the nodes that were counted", () => {
  const entered = (node) => Number(node.kind !== "pruned") + node.hidden + node.children.reduce((sum, child) => sum + entered(child), 0);
  const found = new Position("connect4").search({ depth: 4, tree: 4 });
  assert.deepEqual([entered(found.tree), found.tree.value], [found.nodes, found.value]);
});

test("limits end a search", () => {
  const nodes = new Position("connect4").search({ nodes: 1_000 });
  assert.ok(nodes.stopped && nodes.nodes <= 1_000);
  const time = new Position("gomoku").search({ time_ms: 50, pruning: "none" });
  assert.ok(time.stopped && time.ms >= 50 && time.ms < 5_000, `${time.ms} ms`);
});

test("wrong input is an error with the remedy", () => {
  const start = new Position("connect4");
  for (const [wrong, code, message] of [
    [() => new Position("chequers"), "unknown_game", /checkers/],
    [() => new Position("bones", { heap: 0 }), "option_range", /heap must be between/],
    [() => start.play("z"), "not_a_move", /is not a move of connect4/],
    [() => start.evaluate("nonsense"), "unknown_evaluation", /there is no evaluation/],
    [() => start.search({ depth: 0 }), "range", /^depth: must be between 1 and 250/],
    [() => start.search({ dept: 3 }), "untranslated", /dept/],
  ]) {
    assert.throws(wrong, (error) => error instanceof RulesError && error.code === code && message.test(error.message));
  }
  assert.equal(start.play("d").legal.length, 7, "the module goes on");
});

test("unused positions do not fill the memory", async () => {
  const start = new Position("chess");
  for (let count = 0; count < 200_000; count += 1) {
    start.play("e4");
    // The registry of unused positions works between tasks.
    if (count % 5_000 === 0) await new Promise((done) => setTimeout(done, 1));
  }
  assert.ok(process.memoryUsage().rss < 800 << 20, `${process.memoryUsage().rss >> 20} MiB`);
});

test("the module is small", () => {
  const module = readFileSync(new URL("../dist/rules.wasm", import.meta.url));
  assert.ok(gzipSync(module, { level: 9 }).length <= MOST_BYTES);
});
