// Makes the fixtures of one stored version: what a built `arena` leaves on the disk, and what it said of that.
//
// Usage: node --experimental-websocket tests/data/stored/make.mjs ARENA OUT
//
// ARENA is the program of that version, OUT a folder that must not be there yet: it is named by the last step of the
// schema that the version has, as tests/data/stored/schema-3.
// A version is made once, before what is stored changes; the tests called `stored` open all of them for good.
// Needs Node 20 or newer and sqlite3; the database is kept as SQL text, which shows its difference to the next one.

import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [program, out] = process.argv.slice(2).map((path) => resolve(path));
if (!out || existsSync(out)) {
  console.error('usage: node --experimental-websocket make.mjs ARENA OUT, where OUT is not there yet');
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'arena-stored-'));
const token = 'the-operator-of-the-tests';

const finished = `name = "Finished"
game = "tictactoe"
seed = 4
rounds = 2
[[entrants]]
bot = "tictactoe-random"
[[entrants]]
bot = "tictactoe-club"
`;
// Slow enough to be killed on the way; of bots that no later version changes.
const interrupted = `name = "Interrupted"
game = "connect4"
seed = 4
rounds = 4
concurrency = 1
[openings]
random_plies = 4
[[entrants]]
name = "random"
depth = 1
random_move = 1.0
[[entrants]]
grid = { depth = [6, 7], ties = ["random"] }
`;

// The operator has paused this one.
const paused = interrupted.replace('Interrupted', 'Paused');
// A server that has less memory than this asks for cannot go on with it.
const blocked = interrupted.replace('Interrupted', 'Blocked').replace('depth = [6, 7]', 'depth = [6, 7], table_mb = [64]');

// --- The server: a data directory that was killed with live matches ------------------------------

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function serve(data, more = {}) {
  const environment = { ...process.env, ARENA_SERVER_OPERATOR_TOKEN: token, ARENA_BOTS_DELAY_MS: '0', ...more };
  const options = { env: environment, stdio: ['ignore', 'pipe', 'ignore'], cwd: scratch };
  const child = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--data', data], options);
  const ended = new Promise((done) => child.once('exit', done));
  const first = await new Promise((done) => child.stdout.once('data', (text) => done(String(text))));
  const host = /http:\/\/([0-9.:]+)/.exec(first)[1];
  return { child, ended, host };
}

class Client {
  kept = [];
  waiting = [];
  next = 1;

  static async hello(host, name) {
    const client = new Client();
    client.socket = new WebSocket(`ws://${host}/ws`, 'arena.v1');
    client.socket.onmessage = ({ data }) => client.hear(JSON.parse(data));
    await new Promise((done) => (client.socket.onopen = done));
    client.welcome = await client.ask({ type: 'hello', name });
    return client;
  }

  hear(message) {
    const at = this.waiting.findIndex(({ fits }) => fits(message));
    if (at >= 0) this.waiting.splice(at, 1)[0].done(message);
    else this.kept.push(message);
  }

  find(fits) {
    const at = this.kept.findIndex(fits);
    if (at >= 0) return Promise.resolve(this.kept.splice(at, 1)[0]);
    return new Promise((done) => this.waiting.push({ fits, done }));
  }

  async ask(message) {
    const id = this.next++;
    this.socket.send(JSON.stringify({ id, ...message }));
    const answer = await this.find((told) => told.re === id);
    if (answer.type === 'error') throw new Error(`${JSON.stringify(message)}: ${answer.message}`);
    return answer;
  }

  event(match, kind) {
    return this.find((told) => told.match === match && told.event?.kind === kind);
  }

  async create(game, seats, more = {}) {
    const { match } = await this.ask({ type: 'create', game, seats, seed: 7, ...more });
    return match;
  }
}

// The moves of both, in turns.
async function play(players, match, moves, from = 0) {
  for (const [at, move] of moves.entries()) {
    await players[(from + at) % 2].ask({ type: 'move', match, ply: from + at, move });
  }
}

// A match of two people that both have joined.
async function pair(players, game, more) {
  const match = await players[0].create(game, ['me', 'open'], more);
  await players[1].ask({ type: 'join', match });
  return match;
}

async function matches(host) {
  const players = [await Client.hello(host, 'Ann'), await Client.hello(host, 'Ben')];
  const [ann, ben] = players;
  const clock = { initial_ms: 600000, increment_ms: 2000 };

  const won = await pair(players, 'tictactoe', { rated: true });
  await play(players, won, ['b2', 'a1', 'c1', 'b1', 'a3']);
  await ann.ask({ type: 'offer', match: won, what: 'rematch' });
  await ben.ask({ type: 'answer', match: won, what: 'rematch', accept: true });

  const mate = await pair(players, 'chess', { clock });
  await play(players, mate, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);

  const resigned = await pair(players, 'checkers', {});
  await play(players, resigned, ['11-15', '23-19', '8-11']);
  await ann.ask({ type: 'offer', match: resigned, what: 'takeback' });
  await ben.ask({ type: 'answer', match: resigned, what: 'takeback', accept: true });
  await play(players, resigned, ['9-14'], 2);
  await ben.ask({ type: 'resign', match: resigned });

  const agreed = await pair(players, 'bones', { options: { heap: 21, most: 3 } });
  await play(players, agreed, ['3', '1']);
  await ann.ask({ type: 'offer', match: agreed, what: 'draw' });
  await ben.ask({ type: 'answer', match: agreed, what: 'draw', accept: true });

  const aborted = await pair(players, 'gomoku', { options: { size: 9 } });
  await play(players, aborted, ['e5']);
  await ann.ask({ type: 'abort', match: aborted });

  // One of each game by bots alone.
  for (const [game, bots] of Object.entries({
    tictactoe: ['tictactoe-random', 'tictactoe-perfect'],
    bones: ['bones-random', 'bones-random'],
    connect4: ['connect4-beginner', 'connect4-random'],
    reversi: ['reversi-beginner', 'reversi-random'],
  })) {
    const match = await ann.create(game, bots.map((bot) => ({ bot })));
    await ann.event(match, 'ended');
  }
  const own = await ann.create('tictactoe', ['me', { bot: { name: 'mine', game: 'tictactoe', depth: 4 } }]);
  await ann.ask({ type: 'move', match: own, ply: 0, move: 'b2' });
  await ann.event(own, 'thought');
  await ann.ask({ type: 'resign', match: own });

  // These go on: amid play with clocks, against a bot, after a takeback, open, and kept for one player.
  const live = await pair(players, 'chess', { clock });
  await play(players, live, ['d2d4', 'd7d5', 'c2c4']);
  await ben.ask({ type: 'offer', match: live, what: 'draw' });
  const bot = await ann.create('connect4', ['me', { bot: 'connect4-beginner' }]);
  await ann.ask({ type: 'move', match: bot, ply: 0, move: 'd' });
  await ann.find((told) => told.match === bot && told.event?.kind === 'moved' && told.event.ply === 1);
  const back = await pair(players, 'reversi', {});
  await play(players, back, ['d3', 'c5']);
  await ann.ask({ type: 'offer', match: back, what: 'takeback' });
  await ben.ask({ type: 'answer', match: back, what: 'takeback', accept: true });
  await ann.create('tictactoe', ['me', 'open']);
  await ann.create('tictactoe', ['me', { player: ben.welcome.player.id }]);
  return { players: players.map(({ welcome }) => ({ ...welcome.player, token: welcome.token })) };
}

async function said(host, path) {
  const answer = await fetch(`http://${host}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function post(host, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`http://${host}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function start(host, toml) {
  return (await post(host, '/api/tournaments', { toml })).id;
}

async function directory() {
  const data = join(scratch, 'data');
  const { child, ended, host } = await serve(data);
  const expected = await matches(host);
  const whole = await start(host, finished);
  while ((await said(host, `/api/tournaments/${whole}`)).status !== 'finished') await sleep(20);
  const list = await said(host, '/api/matches?limit=100');
  expected.matches = await Promise.all(list.matches.map((row) => said(host, `/api/matches/${row.match}`)));
  expected.leaderboard = await said(host, '/api/leaderboard/tictactoe');
  expected.finished = await said(host, `/api/tournaments/${whole}`);
  expected.crosstable = await said(host, `/api/tournaments/${whole}/crosstable`);
  expected.records = await said(host, `/api/tournaments/${whole}/records`);
  const waits = await start(host, paused);
  await post(host, `/api/tournaments/${waits}/steer`, { paused: true });
  const large = await start(host, blocked);
  while ((await said(host, `/api/tournaments/${large}`)).played < 1) await sleep(2);
  child.kill('SIGKILL');
  await ended;
  const little = await serve(data, { ARENA_BOTS_MEMORY_MB: '64' });
  if ((await said(little.host, `/api/tournaments/${large}`)).status !== 'failed') throw new Error('it has room enough');
  const half = await start(little.host, interrupted);
  while ((await said(little.host, `/api/tournaments/${half}`)).played < 10) await sleep(2);
  little.child.kill('SIGKILL');
  await little.ended;
  const dump = spawnSync('sqlite3', [join(data, 'arena.sqlite'), '.dump'], { encoding: 'utf8' });
  if (dump.status !== 0) throw new Error(`sqlite3: ${dump.error ?? dump.stderr}`);
  writeFileSync(join(out, 'arena.sql'), dump.stdout);
  Object.assign(expected, { interrupted: { id: half }, paused: { id: waits }, blocked: { id: large } });
  writeFileSync(join(out, 'expected.json'), `${JSON.stringify(expected, null, 1)}\n`);
}

// --- The log: what a server was killed with before its database had taken it in ------------------

async function log() {
  const data = join(scratch, 'logged');
  const { child, ended, host } = await serve(data);
  const players = [await Client.hello(host, 'Ann'), await Client.hello(host, 'Ben')];
  const match = await pair(players, 'chess', {});
  // Each of these waits for the log alone.
  const moves = ['e2e4', 'e7e5', 'g1f3'];
  await play(players, match, moves);
  child.kill('SIGKILL');
  await ended;
  const dump = spawnSync('sqlite3', [join(data, 'arena.sqlite'), '.dump'], { encoding: 'utf8' });
  if (dump.status !== 0) throw new Error(`sqlite3: ${dump.error ?? dump.stderr}`);
  if (dump.stdout.includes(match)) throw new Error('the database has taken the match in: again');
  writeFileSync(join(out, 'logged.sql'), dump.stdout);
  const segments = readdirSync(data).filter((name) => /^arena\.log-[0-9]+$/.test(name));
  for (const name of segments) {
    // Behind the last line are zeros, the room that was claimed.
    const text = readFileSync(join(data, name), 'utf8').replace(/\0+$/, '');
    writeFileSync(join(out, name), text);
  }
  if (segments.length === 0) throw new Error('this version has no log');
  const tokens = players.map(({ welcome }) => welcome.token);
  writeFileSync(join(out, 'logged.json'), `${JSON.stringify({ match, moves, tokens }, null, 1)}\n`);
}

// --- The command line: a journal that was killed, and records ------------------------------------

async function journal(data) {
  writeFileSync(join(out, 'interrupted.toml'), interrupted);
  const file = join(out, 'interrupted.toml');
  const child = spawn(program, ['tournament', file, '--quiet', '--data', data], { stdio: 'ignore', cwd: scratch });
  const ended = new Promise((done) => child.once('exit', done));
  let found = '';
  while (found.split('\n').length < 12) {
    await sleep(2);
    const listed = spawnSync('find', [data, '-name', '*.journal'], { encoding: 'utf8' }).stdout.trim();
    found = listed ? readFileSync(listed, 'utf8') : '';
  }
  child.kill('SIGKILL');
  await ended;
  const path = spawnSync('find', [data, '-name', '*.journal'], { encoding: 'utf8' }).stdout.trim();
  copyFileSync(path, join(out, 'interrupted.journal'));
}

function records() {
  const written = [];
  for (const game of ['tictactoe', 'bones', 'tree', 'connect4', 'reversi', 'gomoku', 'checkers', 'chess', 'hex']) {
    const toml = join(scratch, `${game}.toml`);
    const options = { tree: 'options = { tree = [[3, 5], [2, [9, 0]]] }\n', gomoku: 'options = { size = 9 }\n', hex: 'options = { size = 5 }\n' }[game];
    const bots = '[[entrants]]\nname = "one"\ndepth = 1\nties = "random"\n[[entrants]]\nname = "two"\ndepth = 2\n';
    writeFileSync(toml, `name = "${game}"\ngame = "${game}"\nrounds = 1\n${options ?? ''}${bots}`);
    const run = spawnSync(program, ['tournament', toml, '--quiet', '--data', join(scratch, 'other'), '--records', '-'], {
      encoding: 'utf8',
      cwd: scratch,
    });
    if (run.status !== 0) throw new Error(run.stderr);
    written.push(run.stdout);
  }
  writeFileSync(join(out, 'records.jsonl'), written.join(''));
}

mkdirSync(out, { recursive: true });
await directory();
await log();
await journal(join(scratch, 'journal'));
records();
rmSync(scratch, { recursive: true });
process.exit(0);
