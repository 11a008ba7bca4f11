// Tests matches and tournaments without a server. The twin of clients/python/tests/test_offline.py. `ARENA_BIN` names the
// program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Position, RulesError } from "gametree-arena-rules";
import { bots, HouseBot } from "gametree-arena-rules/bots";
import { playMatch, Tournament } from "gametree-arena-rules/offline";

const PROGRAM = process.env.ARENA_BIN ?? new URL("../../../../target/release/arena", import.meta.url).pathname;

/** Plays the first legal move. */
class First {
  choose({ legal }) {
    return legal[0];
  }
}

/** Searches with the rules of the package. */
class Thinker {
  choose({ game, options, start, moves }) {
    return new Position(game, options, start, moves).search({ depth: 4 }).best;
  }
}

/** Writes the records to a file and runs commands of the program on it. */
async function saved(t, played) {
  const folder = mkdtempSync(join(tmpdir(), "arena-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "records.jsonl");
  await played.save(file);
  return { file, run: (...command) => execFileSync(PROGRAM, command, { encoding: "utf8" }) };
}

test("a match has the statistics of the program", async (t) => {
  const played = await playMatch(new Thinker(), "connect4-random", { games: 8 });
  assert.equal(played.matches.length, 8);
  for (let leg = 0; leg < 8; leg += 2) {
    const [one, two] = played.matches.slice(leg, leg + 2);
    assert.deepEqual(one.names, [...two.names].reverse());
    assert.deepEqual(one.position.moves.slice(0, 2), two.position.moves.slice(0, 2));
  }
  const { file, run } = await saved(t, played);
  const of = ["stats", "--records", file, "--for", "Thinker", "--against", "connect4-random"];
  assert.deepEqual(played.statistics, JSON.parse(run(...of, "--json")));
  assert.equal(`${played}`.trimEnd(), run(...of).trimEnd());
  run("verify", file);
  assert.ok(played.statistics.score > 0.8, `${played}`);
  assert.match(played.matches[0].toSvg(), /^<svg/);
  assert.match(`${played.matches[0]}`, /^Thinker – connect4-random: Thinker won by rules, \d+ moves$/);
});

test("the arena's bots play as their records say, and equal seeds as in Python", async (t) => {
  const played = await playMatch("tictactoe-casual", "tictactoe-random", { games: 4, seed: 9 });
  const { file, run } = await saved(t, played);
  run("verify", file);
  const again = await playMatch("tictactoe-casual", "tictactoe-random", { games: 4, seed: 9 });
  assert.deepEqual(again.records, played.records);
  // tests/test_offline.py of the library for Python has the same table.
  const found = played.matches.map(({ record, position, verdict }) => [record.id, position.moves.join(" "), verdict.outcome]);
  assert.deepEqual(found, [
    ["8eb1235e-8a27-5f68-a2b9-de9afe917f92", "a1 a3 c1 b3 b1", "first"],
    ["09fb8167-62d0-5eed-96a5-fd14bcbfe452", "a1 a3 b1 c1 a2 b2", "second"],
    ["225d1eed-1ef5-51c6-b743-c77b13e0d2d9", "c3 b2 a3 c1 b3", "first"],
    ["d36993b5-a394-547d-b0a6-a780ee1675fa", "c3 b2 a3 b3 b1 c1 a1 a2 c2", "draw"],
  ]);
});

test("trained models are there", () => {
  const position = new Position("chess");
  const spec = { depth: 2, evaluation: "network", name: "two plies" };
  const [move, nodes, value] = new HouseBot(spec, "chess").seat(position).choose(position);
  assert.ok(position.legal.includes(move) && nodes > 0 && Number.isInteger(value));
});

test("a test ends a match early", async () => {
  const played = await playMatch(new Thinker(), "tictactoe-random", { games: 400, sprt: [0, 200], opening: 0 });
  assert.ok(played.matches.length < 400);
  assert.equal(played.statistics.accepted, "h1");
});

test("everybody meets everybody", async () => {
  const table = await new Tournament([new First(), new First(), "tictactoe-random"], { games: 2 }).play();
  assert.equal(table.matches.length, 6);
  assert.deepEqual(new Set(table.statistics.entrants.map(({ name }) => name)), new Set(["First", "First 2", "tictactoe-random"]));
  assert.match(`${table}`, /First 2/);
});

test("a bot that fails loses", async () => {
  class Wrong {
    choose() {
      return "z9";
    }
  }
  class Throws {
    async choose() {
      throw new RangeError("no");
    }
  }
  class Slow {
    async choose({ legal }) {
      await pause(30);
      return legal[0];
    }
  }
  for (const [bot, by, detail] of [
    [new Wrong(), "illegal", /^'z9' is not legal; legal: /],
    [new Throws(), "crash", /^RangeError: no$/],
    [new Slow(), "timeout", /of 5 ms$/],
  ]) {
    const played = await playMatch(bot, new First(), { game: "tictactoe", games: 2, ...(by === "timeout" && { timeMs: 5 }) });
    for (const [index, { verdict }] of played.matches.entries()) {
      assert.deepEqual([verdict.outcome, verdict.by], [index === 0 ? "second" : "first", by]);
      assert.match(verdict.detail, detail);
    }
  }
});

test("bots are told the position and the end", async () => {
  const told = [];
  class Told extends First {
    games = ["tictactoe"];
    started(match, game, opponent) {
      told.push([game, opponent]);
    }
    choose(position) {
      assert.deepEqual([position.opening, position.ply, position.opponent], [2, position.moves.length, "First"]);
      assert.equal(position.diagram.cells.filter((cell) => cell !== "").length, position.ply);
      return super.choose(position);
    }
    ended(match, verdict, won) {
      told.push([verdict.by, won]);
    }
  }
  const { matches } = await playMatch(new Told(), new First(), { games: 2 });
  const ends = matches.map(({ verdict }, leg) => ["rules", verdict.outcome === "draw" ? undefined : verdict.outcome === ["first", "second"][leg]]);
  assert.deepEqual(told, [["tictactoe", "First"], ends[0], ["tictactoe", "First"], ends[1]]);
});

test("seats free their memory", () => {
  const position = new Position("connect4");
  const bot = new HouseBot({ depth: 2, table_mb: 64, ordering: ["table"] }, "connect4");
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 16; count += 1) {
    const seat = bot.seat(position);
    seat.choose(position);
    seat.leave();
  }
  assert.ok(process.memoryUsage().rss - before < 512 << 20);
});

test("wrong input is named", async () => {
  class Chess extends First {
    games = ["chess"];
  }
  const first = new First();
  for (const [wrong, message] of [
    [() => playMatch(first, first), /no entrant says which game/],
    [() => playMatch(first, "connect4-club", { games: 3 }), /even number/],
    [() => playMatch(new Chess(), "connect4-club"), /connect4-club plays connect4, not chess/],
    [() => new Tournament([first]), /at least two/],
    [() => new Tournament([first, first, first], { game: "tictactoe", sprt: [0, 5] }), /tests two entrants/],
    [() => playMatch(first, first, { game: "tictactoe", opening: 9, games: 2 }), /choose a shorter one/],
    [() => playMatch(first, "connect4-klub"), /connect4-club/],
    [() => bots("chequers"), /checkers/],
    [() => new HouseBot({ depth: 3 }), /the bot needs a game/],
    [() => new HouseBot({ dept: 3 }, "connect4"), /dept/],
    [() => new HouseBot("connect4-club").seat(new Position("chess")), /^RulesError: connect4-club plays connect4, not chess/],
  ]) {
    await assert.rejects(async () => wrong(), (error) => error instanceof RulesError && message.test(`${error}`));
  }
  assert.ok(bots("connect4").includes("connect4-club"), "the module goes on");
});
