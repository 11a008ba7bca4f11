// Tests this package's bots against a real server. ARENA_BIN names the server program.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ArenaError, at, Bot, draw, Pace, Player, resultText } from "gametree-arena-client";
import { rating } from "../dist/typescript/src/standing.js";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = process.env.ARENA_BIN ?? join(HERE, "../../target/release/arena");
const COMMAND = join(HERE, "dist/typescript/src/command.js");
const folder = mkdtempSync(join(tmpdir(), "arena-"));
let server;
let url = "http://127.0.0.1:0";

/** Starts the server. A restart uses the same port, so that clients can reconnect. */
async function start() {
  const listen = url.slice("http://".length);
  const environment = { ...process.env, ARENA_BOTS_DELAY_MS: "0" };
  const stdio = ["ignore", "pipe", "pipe"];
  server = spawn(PROGRAM, ["serve", "--listen", listen, "--data", join(folder, "data")], { stdio, env: environment });
  let said = "";
  server.stderr.on("data", (text) => (said += text));
  for await (const line of createInterface({ input: server.stdout })) {
    url = line.split(/\s+/)[1];
    return;
  }
  throw new Error(`the server does not start: ${said}`);
}

async function kill() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGKILL");
  await ended;
}

const get = async (path) => (await fetch(`${url}/api/${path}`)).json();
const matches = async (query) => (await get(`matches?${query}`)).matches;

/** Opens a league on the server and returns its id. */
function openLeague(name, game, ...bots) {
  const terms = join(folder, "league.toml");
  const clock = "{ initial_ms = 60000, increment_ms = 1000 }";
  const invites = JSON.stringify(bots);
  writeFileSync(terms, `name = "${name}"\ngame = "${game}"\nformat = "league"\nbots = ${invites}\nclock = ${clock}\n`);
  const opened = spawnSync(PROGRAM, ["open", terms, "--data", join(folder, "data")], { encoding: "utf8" });
  assert.equal(opened.status, 0, opened.stderr);
  return opened.stdout.trim();
}

/** Starts the command. `ended` resolves with its exit status and output. */
function command(...args) {
  const child = spawn(process.execPath, [COMMAND, ...args]);
  const told = { out: "", err: "" };
  child.stdout.on("data", (text) => (told.out += text));
  child.stderr.on("data", (text) => (told.err += text));
  const ended = new Promise((resolve) => child.on("close", (status) => resolve({ status, ...told })));
  return { child, told, ended };
}

before(start);
after(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

/** Plays the first legal move. Records its inputs. */
class First extends Bot {
  asked = [];
  over = [];

  choose(position, clock) {
    this.asked.push({ position, clock });
    return position.legal[0];
  }

  ended(match, verdict, won) {
    this.over.push(won);
  }
}

/** Plays only tic-tac-toe. `accepts` and `takes` return true but must not extend the list of games. */
class Noughts extends First {
  games = ["tictactoe"];

  accepts() {
    return true;
  }

  takes() {
    return true;
  }
}

class Slow extends Bot {
  async choose(position) {
    await pause(200);
    return position.legal[0];
  }
}

const by = (player) => player.results.map((verdict) => verdict.by);

test("two bots meet in the lobby and play many matches without a pause", async () => {
  const { RandomBot } = await import("../examples/random-bot.mjs");
  const one = new Player(new RandomBot(), url, { name: "One", wish: { create: "connect4", count: 20, atOnce: 2 } });
  const two = new Player(new RandomBot(), url, { name: "Two", wish: { join: true, count: 20, atOnce: 2 } });
  await Promise.all([one.run(), two.run()]);
  for (const player of [one, two]) {
    assert.deepEqual(by(player), Array(20).fill("rules"));
    assert.equal(player.heldUp, 0, "the server has asked for no pause");
  }
  assert.equal((await matches(`player=${one.id}&status=finished&limit=50`)).length, 20);
});

test("a bot receives the position and the clock", async () => {
  const bot = new First();
  const clock = { initial_ms: 60_000, increment_ms: 1_000 };
  await new Player(bot, url, { wish: { create: "tictactoe", against: "tictactoe-perfect", clock, count: 1 } }).run();
  const [first, second] = bot.asked.map(({ position }) => position);
  assert.deepEqual([first.ply, first.moves, first.side, first.legal.length], [0, [], "first", 9]);
  assert.deepEqual([second.ply, second.moves[0], second.opponent], [2, first.legal[0], "tictactoe-perfect"]);
  assert.equal(at(second.diagram, first.legal[0]), "x");
  assert.throws(() => at(second.diagram, "z9"), RangeError);
  assert.match(draw(second.diagram), /^[.xo] [.xo] [.xo]\n/);
  assert.equal(bot.asked[1].clock.incrementMs, 1_000);
  // The perfect bot never loses to the first legal move.
  assert.notEqual(bot.over[0], true);
});

test("matches continue after the server was killed", async () => {
  const wish = { create: "connect4", against: "connect4-random", count: 3, atOnce: 3 };
  const player = new Player(new Slow(), url, { name: "Stubborn", wish });
  const running = player.run();
  for (let kills = 0; kills < 3; kills++) {
    await pause(400);
    await kill();
    // While the server is down, the client retries with growing intervals.
    await pause(400 * kills);
    await start();
  }
  await running;
  assert.deepEqual(by(player), ["rules", "rules", "rules"]);
  assert.deepEqual((await matches(`player=${player.id}`)).map((row) => row.status), Array(3).fill("finished"));
});

test("a restarted program continues as the same player", async () => {
  const wish = { create: "connect4", against: "connect4-random", count: 1 };
  const first = new Player(new Slow(), url, { wish });
  const running = first.run();
  await pause(600);
  first.stop();
  await running;
  const again = new Player(new Slow(), url, { token: first.token, wish: { count: 1 } });
  await again.run();
  assert.deepEqual(by(again), ["rules"]);
  assert.equal((await matches(`player=${again.id}`)).length, 1);
});

test("the rules and the bot decide which challenges are accepted", async () => {
  class Picky extends First {
    takes(challenge) {
      return challenge.challenger.name !== "Eve";
    }
  }
  const rules = { games: ["tictactoe", "connect4"], rated: false, at_once: 2 };
  const bot = new Player(new Picky(), url, { name: "Bot", wish: { take: rules, count: 2 } });
  const running = bot.run();
  while (!bot.id) await pause(20);
  await pause(300);
  const wish = { create: "tictactoe", challenge: bot.id, count: 1 };
  for (const [name, ends] of [
    ["Eve", ["aborted"]],
    ["Ann", ["rules"]],
  ]) {
    const challenger = new Player(new First(), url, { name, wish });
    await challenger.run();
    assert.deepEqual(by(challenger), ends, name);
  }
  for (const changed of [{ create: "bones" }, { rated: true }]) {
    await assert.rejects(new Player(new First(), url, { wish: { ...wish, ...changed } }).run(), /only/);
  }
  await new Player(new First(), url, { name: "Ben", wish }).run();
  await running;
  assert.deepEqual(by(bot), ["rules", "rules"]);
});

test("players who request the same game are paired", async () => {
  const wish = { pair: "tictactoe", clock: { initial_ms: 60_000, increment_ms: 0 }, count: 2 };
  const players = ["One", "Two"].map((name) => new Player(new First(), url, { name, wish }));
  await Promise.all(players.map((player) => player.run()));
  for (const player of players) assert.deepEqual(by(player), ["rules", "rules"]);
});

test("programs play in a league and continue after a restart of the program or the server", async () => {
  const league = openLeague("A class", "connect4");
  const example = join(HERE, "examples/random-bot.mjs");
  const enter = (name, ...wish) => command(example, "--url", url, "--keys", join(folder, `${name}.json`), "--name", name, ...wish);
  let ann = enter("Ann", "--league", "a CLASS", "--version", "1");
  const ben = enter("Ben", "--league", league, "--version", "1");
  const isThere = () => [ann, ben].every(({ child }) => child.exitCode === null && child.signalCode === null);
  const goesOn = async () => {
    const until = performance.now() + 60_000;
    const played = async () => (await get(`tournaments/${league}/live`)).played;
    for (const before = await played(); (await played()) < before + 3; await pause(50)) {
      assert.ok(isThere() && performance.now() < until, ann.told.err + ben.told.err);
    }
  };
  try {
    await goesOn();
    ann.child.kill();
    await ann.ended;
    ann = enter("Ann", "--league", "A class", "--version", "2");
    await goesOn();
    await kill();
    await pause(400);
    await start();
    await goesOn();
  } finally {
    for (const { child } of [ann, ben]) child.kill();
    await Promise.all([ann.ended, ben.ended]);
  }
  assert.match(ann.told.err, /INFO entered A class\n/);
  const { entrants } = await get(`tournaments/${league}/live`);
  assert.deepEqual(entrants.map(({ name, version }) => [name, version]).sort(), [["Ann", "2"], ["Ben", "1"]]);
  const records = (await (await fetch(`${url}/api/tournaments/${league}/records.jsonl`)).text()).trim().split("\n");
  const ends = records.map((record) => JSON.parse(record).verdict.by);
  // Three programs were stopped, each perhaps during a match.
  const resigned = ends.filter((by) => by === "resignation").length;
  assert.ok(resigned <= 3, `${resigned} matches were resigned`);
  assert.deepEqual(ends.filter((by) => by !== "resignation" && by !== "rules"), [], "no match is lost by the restart of the server");
});

test("a bot refuses leagues and matches of games that it does not play", async () => {
  const league = openLeague("Four in a row", "connect4", "connect4-random");
  const host = new Player(new First(), url, { name: "Host", wish: { create: "connect4" } });
  const hosting = host.run();
  while (!host.id) await pause(20);
  let offered;
  while (!offered) offered = (await matches(`player=${host.id}&status=open`))[0]?.match;
  const told = "the bot plays tictactoe only, not connect4";
  const refused = async (wish, sentence) => {
    const keep = () => assert.fail("it is there for nobody");
    const expected = (error) => error instanceof ArenaError && error.message === sentence;
    await assert.rejects(new Player(new Noughts(), url, { wish, keep }).run(), expected);
  };
  await refused({ league }, `${told}, the game of ${league}`);
  await refused({ league: "four in a ROW" }, `${told}, the game of four in a ROW`);
  await refused({ matches: [offered] }, `${told}, the game of match ${offered}`);
  await refused({ take: { games: ["connect4", "bones"] } }, `${told}, which the rules take`);
  await refused({ create: "connect4" }, told);
  await refused({ pair: "connect4" }, told);
  const example = join(HERE, "examples/one-ply-bot.mjs");
  const failed = await command(example, "--url", url, "--keys", join(folder, "none.json"), "--league", "Four in a row").ended;
  assert.deepEqual([failed.status, failed.err], [1, `arena-bot: ${told}, the game of Four in a row\n`]);
  // The bot also ignores other games in the lobby, and the server declines challenges for it.
  const bot = new Player(new Noughts(), url, { name: "Bot", wish: { join: true, take: {}, count: 1 } });
  const running = bot.run();
  while (!bot.id) await pause(20);
  await pause(300);
  await assert.rejects(new Player(new First(), url, { wish: { create: "connect4", challenge: bot.id } }).run(), /only/);
  await new Player(new First(), url, { wish: { create: "tictactoe", challenge: bot.id, count: 1 } }).run();
  await running;
  assert.equal((await get(`matches/${offered}`)).status, "open");
  host.stop();
  await hosting;
});

test("the game of a league is checked once the server is up", async () => {
  await kill();
  const running = new Player(new Noughts(), url, { wish: { league: "Four in a row" } }).run();
  await pause(200);
  await start();
  await assert.rejects(running, /^Error: the bot plays tictactoe only, not connect4, the game of Four in a row$/);
});

test("a bot resigns a match whose game was unknown before and is not supported", async (context) => {
  context.mock.method(globalThis, "fetch", () => Promise.reject(new Error("not now")));
  const bot = new Noughts();
  await new Player(bot, url, { wish: { league: "Four in a row", count: 1 } }).run();
  assert.deepEqual(bot.over, [false]);
  assert.deepEqual(bot.asked, [], "it is not asked about what it does not know");
});

test("a bot leaves alone the matches of another bot with the same key", async () => {
  let asked;
  const isAsked = new Promise((resolve) => (asked = resolve));
  class Unmoved extends Bot {
    choose() {
      asked();
      return new Promise(() => undefined);
    }
  }
  const first = new Player(new Unmoved(), url, { wish: { create: "connect4", against: "connect4-random", count: 1 } });
  const running = first.run();
  await isAsked;
  first.stop();
  await running;
  const { token } = first;
  const other = new Player(new Noughts(), url, { token, wish: { create: "tictactoe", against: "tictactoe-random", count: 1 } });
  await other.run();
  assert.equal(other.results.length, 1);
  const again = new Player(new First(), url, { token, wish: { count: 1 } });
  await again.run();
  assert.deepEqual(by(again), ["rules"]);
});

test("a bot that fails or moves illegally is reported as such", async () => {
  class Wrong extends Bot {
    choose() {
      return "z9";
    }
  }
  class Broken extends Bot {
    choose() {
      throw new Error("no idea");
    }
  }
  // Values that cannot be shown as text in the usual ways.
  class Large extends Bot {
    choose() {
      return 5n;
    }
  }
  class Odd extends Bot {
    choose() {
      throw Object.create(null);
    }
  }
  const bots = [[new Wrong(), "illegal"], [new Broken(), "crash"], [new Large(), "illegal"], [new Odd(), "crash"]];
  for (const [bot, why] of bots) {
    const player = new Player(bot, url, { wish: { create: "tictactoe", against: "tictactoe-perfect", count: 1 } });
    await player.run();
    assert.deepEqual(player.results.map(({ outcome, by }) => [outcome, by]), [["second", why]]);
    assert.deepEqual(player.results.map(resultText), [`lost by ${why}`]);
    const [row] = await matches("game=tictactoe&limit=1");
    assert.equal(row.verdict.by, why);
  }
});

test("other methods of a bot may fail", async () => {
  class Failing extends First {
    started() {
      throw new Error("no idea");
    }
    ended() {
      throw new Error("no idea");
    }
  }
  const player = new Player(new Failing(), url, { wish: { create: "tictactoe", against: "tictactoe-random", count: 2 } });
  await player.run();
  assert.deepEqual(player.results.map(({ by }) => by), ["rules", "rules"]);
});

test("a goodbye resigns the running match at once", async () => {
  for (const clock of [undefined, { initial_ms: 60_000, increment_ms: 0 }]) {
    let asked;
    const isAsked = new Promise((resolve) => (asked = resolve));
    class Unmoved extends Bot {
      choose({ ply, legal }) {
        if (ply === 0) return legal[0];
        asked();
        return new Promise(() => undefined);
      }
    }
    const stopped = new Player(new Unmoved(), url, { name: "One", wish: { create: "tictactoe", clock } });
    const created = stopped.run();
    while (!stopped.id) await pause(20);
    let offered;
    while (!offered) offered = (await matches(`player=${stopped.id}&status=open`))[0]?.match;
    const other = new Player(new First(), url, { name: "Two", wish: { matches: [offered], count: 1 } });
    const running = Promise.all([created, other.run()]);
    await isAsked;
    await stopped.goodbye();
    await running;
    assert.deepEqual(stopped.results.map(resultText), ["lost by resignation"]);
    assert.deepEqual(other.results.map(resultText), ["won by resignation"]);
  }
});

test("results are told from the bot's seat", () => {
  const told = [["first", "rules", true], ["second", "timeout", false], ["draw", "agreement"], [null, "aborted"]];
  const texts = told.map(([outcome, by, won]) => resultText({ outcome, by, won }));
  assert.deepEqual(texts, ["won by rules", "lost by timeout", "drawn by agreement", "void (aborted)"]);
});

test("a refusal by the server is reported", async () => {
  const refused = (options) => new Player(new First(), url, options).run();
  await assert.rejects(refused({ wish: { create: "parchisi", count: 1 } }), /parchisi/);
  await assert.rejects(refused({ wish: { league: "Nobody's" } }), /the league cannot be entered: there is no tournament "Nobody's"/);
  await assert.rejects(refused({ token: "unknown", wish: { join: true } }), (error) => error instanceof ArenaError && /key/.test(error.message));
  assert.throws(() => new Player(new First(), "ftp://example.org"), /not an address/);
});

test("the command reports the rank in a league", async () => {
  const league = openLeague("A ranked class", "tictactoe", "tictactoe-random");
  const example = join(HERE, "examples/random-bot.mjs");
  const keys = join(folder, "ranked.json");
  const played = await command(example, "--url", url, "--keys", keys, "--name", "Rank", "--league", "a ranked class", "--count", "1").ended;
  assert.equal(played.status, 0, played.err);
  const { entrants } = await get(`tournaments/${league}/live`);
  const { rank } = entrants.find(({ name }) => name === "Rank");
  assert.match(played.out, new RegExp(`^rank ${rank} of 2 in a ranked class$`, "m"));
});

test("ratings are reported, with the rank once they are settled", async () => {
  const rated = { game: "chess", rating: 1600, deviation: 60, speed: "blitz", provisional: false };
  const others = { ...rated, rating: 1500, speed: "rapid", provisional: true };
  const answers = { "/api/players/a": { ratings: [rated, others] }, "/api/ratings/chess?speed=blitz": { rows: [{ player: { id: "b" } }, { player: { id: "a" } }] } };
  const fake = createServer((request, response) => {
    const answer = answers[request.url];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise((listens) => fake.listen(0, "127.0.0.1", listens));
  const at = `http://127.0.0.1:${fake.address().port}`;
  try {
    assert.equal(await rating(at, "a", "chess"), "rating in chess: 1600 ± 60 (blitz, rank 2), 1500 ± 60 (rapid, provisional)");
    assert.equal(await rating(at, "a", "hex"), undefined);
    answers["/api/ratings/chess?speed=blitz"].rows.pop();
    assert.match(await rating(at, "a", "chess"), /^rating in chess: 1600 ± 60 \(blitz\), /);
  } finally {
    fake.close();
  }
});

test("messages are rate-limited", async () => {
  const pace = new Pace(2, 100);
  const began = performance.now();
  for (let n = 0; n < 5; n++) await pace.wait();
  assert.ok(performance.now() - began >= 190, "the third and the fifth wait for the first of their window");
});

test("the command plays, stores its key and reports errors", async () => {
  const keys = join(folder, "keys.json");
  const run = (...args) => command(...args).ended;
  const example = join(HERE, "examples/one-ply-bot.mjs");
  const wish = ["--url", url, "--keys", keys, "--create", "tictactoe", "--against", "tictactoe-random"];
  for (const [count, said] of [
    ["2", /^2 matches: /],
    ["1", /^1 match: 1 /],
  ]) {
    const played = await run(example, ...wish, "--count", count);
    assert.equal(played.status, 0, played.err);
    assert.match(played.out, said);
  }
  assert.equal(statSync(keys).mode & 0o777, 0o600);
  assert.ok(JSON.parse(readFileSync(keys, "utf8"))[`OnePlyBot at ${url}`]);
  const rows = (await matches("game=tictactoe&limit=100")).filter((row) => row.seats[0].name === "OnePlyBot");
  assert.equal(new Set(rows.map((row) => row.seats[0].player)).size, 1);
  // A fresh server at the same address does not know the stored key.
  writeFileSync(keys, JSON.stringify({ [`OnePlyBot at ${url}`]: "stale" }));
  const fresh = await run(example, ...wish, "--count", "1");
  assert.equal(fresh.status, 0, fresh.err);
  assert.ok(fresh.err.includes(`OnePlyBot that is stored in ${keys}; the key is removed`), fresh.err);
  assert.notEqual(JSON.parse(readFileSync(keys, "utf8"))[`OnePlyBot at ${url}`], "stale");
  const given = await run(example, ...wish, "--key", "stale");
  assert.equal(given.status, 1);
  assert.match(given.err, /does not know this key/);
  // A key that cannot be stored does not keep the bot from playing.
  const unkept = await run(example, ...wish, "--keys", join(keys, "keys.json"), "--count", "1");
  assert.equal(unkept.status, 0, unkept.err);
  assert.match(unkept.err, /the key of OnePlyBot cannot be stored in .*, so the next run plays as a new player/);
  const list = join(folder, "list.json");
  writeFileSync(list, "[1]");
  const unread = await run(example, ...wish, "--keys", list);
  assert.deepEqual([unread.status, unread.out], [1, ""]);
  assert.match(unread.err, /the keys in .*list.json cannot be read/);
  // A class needs only the method `choose`.
  const plain = join(folder, "plain-bot.mjs");
  writeFileSync(plain, "export class PlainBot { choose(position) { return position.legal[0]; } }");
  assert.match((await run(plain, ...wish, "--count", "1")).out, /^1 match: 1 /);
  // A promise that nobody waits for fails.
  const late = join(folder, "late-bot.mjs");
  writeFileSync(late, "export class LateBot { choose({ ply, legal }) { if (ply > 1) Promise.reject(new Error('late')); return ply > 1 ? new Promise(() => {}) : legal[0]; } }");
  const failed = await run(late, ...wish, "--count", "1");
  assert.match(failed.err, /fails outside of its methods, and loses its running matches: Error: late/);
  assert.deepEqual([failed.status, failed.out], [1, "1 match: 1 lost by crash\n"]);
  // TypeScript runs, or the message says what it needs.
  const typed = join(folder, "typed-bot.mts");
  writeFileSync(typed, 'export class TypedBot { choose(position: { legal: string[] }): string { return position.legal[0]!; } games: string[] = []; started() {} ended() {} }');
  const [major, minor] = process.versions.node.split(".").map(Number);
  const strips = major > 22 || (major === 22 && minor >= 18);
  const ran = await run(typed, ...wish, "--count", "1");
  if (strips) assert.match(ran.out, /^1 match: 1 /);
  else assert.match(ran.err, /TypeScript needs Node 22.18 or newer, or compile the file first/);
  for (const [args, sentence] of [
    [["nothing.mjs"], /there is no file/],
    [[join(HERE, "package.json")], /cannot be run/],
    [[example, "--clock", "soon"], /--clock/],
    [["--colour"], /colour/],
  ]) {
    const failed = await run(...args);
    assert.notEqual(failed.status, 0);
    assert.match(failed.err, sentence);
    assert.doesNotMatch(failed.err, /\n {4}at /);
  }
});

test("the UCI example plays", { skip: spawnSync("stockfish", ["quit"]).error && "there is no stockfish" }, async () => {
  const { UciBot } = await import("../examples/uci-bot.mjs");
  const bot = new UciBot();
  const clock = { initial_ms: 3_000, increment_ms: 20 };
  const player = new Player(bot, url, { wish: { create: "chess", against: "chess-random", clock, count: 1 } });
  await player.run();
  bot.engine.kill();
  assert.deepEqual(player.results.map(({ outcome, by }) => [outcome, by]), [["first", "rules"]]);
});
