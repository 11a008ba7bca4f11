// A round robin of two people, their two programs, two bots and an engine of the server, from entry to the end.
//
// The programs use clients/python; ARENA_PYTHON names a Python with that package (`pip install ./clients/python`).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { audit, board, DESKTOP, open, verdict } from "./arena.mjs";

const TITLE = "Club evening";
const ENGINE = "tictactoe-engine";
const BOTS = ["tictactoe-random", "tictactoe-club"];
const RANDOM_BOT = new URL("../../clients/python/examples/random_bot.py", import.meta.url).pathname;
const MODULE = new URL("../../clients/python/src/", import.meta.url).pathname;

let arena;
const programs = [];
before(async () => {
  // The engine is the arena's own program with the text protocol.
  const folder = await mkdtemp(join(tmpdir(), "arena-config-"));
  await mkdir(join(folder, "bots"), { recursive: true });
  const engine = `[[bot]]\nname = "${ENGINE}"\ngame = "tictactoe"\ndepth = 2\nengine = { protocol = "text", command = [${JSON.stringify(process.env.ARENA_BIN)}, "engine", "tictactoe", "--bot", "tictactoe-club"] }\n`;
  await writeFile(join(folder, "engines.toml"), engine);
  arena = await open({ ARENA_CONFIG_DIR: folder });
});
after(async () => {
  for (const program of programs) program.kill();
  await arena?.close();
});

/** A new visitor with this name. */
async function person(name) {
  const page = await arena.visitor();
  await page.goto("/tournaments");
  await page.getByRole("button", { name: /^Your name: (?!not known)/ }).click();
  await page.getByLabel("How others see you").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Your name: ${name}. Change it.` }).waitFor();
  return page;
}

/** Creates a bot account of this person, and starts its program, which connects and enters. */
async function program(page, name) {
  const token = await page.evaluate(() => localStorage.getItem("minimax-arena.token"));
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post("/api/accounts/bots", { headers, data: { name } });
  assert.ok(made.ok(), await made.text());
  const { key } = await made.json();
  const asked = ["-m", "gametree_arena.command", RANDOM_BOT, "--url", arena.url, "--key", key, "--league", TITLE];
  const child = spawn(process.env.ARENA_PYTHON ?? "python3", asked, { stdio: "ignore", env: { ...process.env, PYTHONPATH: MODULE, HOME: await mkdtemp(join(tmpdir(), "arena-bot-")) } });
  programs.push(child);
}

/** The table of entrants. */
const table = (page) => page.getByRole("group", { name: "Table", exact: true });

/** Clicks an element that may vanish at any moment. */
const tryClick = (locator) => locator.click({ timeout: 1_000 }).catch(() => undefined);

/** Plays the match on the page to its end. */
async function playOut(page) {
  const mine = page.getByText("Your turn", { exact: true });
  for (;;) {
    // The opponent may be a person who has not noticed the match yet.
    await mine.or(verdict(page)).first().waitFor({ timeout: 120_000 });
    if ((await verdict(page).count()) > 0) return;
    await tryClick(board(page).locator(".playable").first());
    await page.waitForTimeout(50);
  }
}

/** Plays every match of this person until the tournament is over; `idle` is the page to wait on. */
async function playAll(page, tournament, idle) {
  let played = 0;
  for (;;) {
    await page.goto(idle);
    const over = async () => (await (await page.request.get(`/api/tournaments/${tournament}/live`)).json()).phase === "closed";
    while (!/\/match\//.test(page.url())) {
      if (await over()) return played;
      // The tournament's own page redirects to the match; elsewhere the strip links to it.
      const lead = page.getByRole("link", { name: /^To (the|your) match$/ }).first();
      if ((await lead.count()) > 0) await tryClick(lead);
      await page.waitForTimeout(100);
    }
    await playOut(page);
    played += 1;
  }
}

test("two people, two remote bots, two bots and an engine play a round robin", { timeout: 400_000 }, async () => {
  const chief = await arena.operator();
  await chief.goto("/tournaments");
  await chief.getByRole("button", { name: "Open one", exact: true }).click();
  await chief.getByLabel("Name", { exact: true }).fill(TITLE);
  await audit(chief, "opening a tournament");
  await chief.getByRole("button", { name: "Open it" }).click();
  await chief.waitForURL(/\/tournaments\/[0-9a-f-]{36}/);
  const tournament = new URL(chief.url()).pathname.split("/").at(-1);
  for (const bot of [...BOTS, ENGINE]) {
    await chief.getByRole("combobox", { name: "A bot or engine of this server" }).selectOption(bot);
    await chief.getByRole("button", { name: "Add the bot" }).click();
    await table(chief).getByRole("rowheader", { name: bot }).waitFor();
  }

  const [ann, ben] = [await person("Ann"), await person("Ben")];
  for (const [page, name] of [[ann, "Ann"], [ben, "Ben"]]) {
    await page.getByRole("link", { name: TITLE }).first().click();
    await page.getByRole("button", { name: `Enter as ${name}` }).click();
    await page.getByText(`${name} is in.`).waitFor();
  }
  // A player may leave and return before it begins.
  await ben.getByRole("button", { name: "Withdraw Ben" }).click();
  await ben.getByRole("button", { name: "Enter as Ben" }).click();
  await ben.getByText("Ben is in.").waitFor();
  await audit(ann, "a tournament to be entered");

  await ann.goto("/account");
  await ann.getByLabel("Name", { exact: true }).first().fill("Ann");
  await ann.getByLabel("Password").first().fill("a long password");
  await ann.getByRole("button", { name: "Claim it" }).click();
  await ann.getByRole("button", { name: "Done" }).click();
  for (const name of ["Rover", "Rambler"]) {
    await program(ann, name);
    await table(chief).getByRole("row", { name: new RegExp(`${name}.*online`) }).waitFor();
  }
  await chief.getByRole("button", { name: "Begin now" }).click();
  await chief.getByText(/Round 1/).waitFor();

  const played = await Promise.all([playAll(ann, tournament, `/tournaments/${tournament}`), playAll(ben, tournament, "/bots")]);
  assert.deepEqual(played, [12, 12]);

  // The table agrees with the records.
  const lines = (await (await chief.request.get(`/api/tournaments/${tournament}/records.jsonl`)).text()).trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.length, 42);
  const tally = {};
  for (const { seats, verdict: { outcome } } of lines) {
    for (const [at, side] of ["first", "second"].entries()) {
      const own = (tally[seats[at].name] ??= { wins: 0, draws: 0, losses: 0 });
      own[outcome === "draw" ? "draws" : outcome === side ? "wins" : "losses"] += 1;
    }
  }
  assert.deepEqual(Object.keys(tally).sort(), ["Ann", "Ben", "Rambler", "Rover", ENGINE, ...BOTS].sort());
  // On a phone the table has fewer columns.
  await chief.setViewportSize(DESKTOP);
  await chief.reload();
  await chief.getByText("over", { exact: true }).waitFor();
  for (const [name, { wins, draws, losses }] of Object.entries(tally)) {
    const row = await table(chief).getByRole("row").filter({ has: chief.getByRole("rowheader", { name: new RegExp(`\\b${name}$`) }) }).textContent();
    assert.ok(row.includes(`${wins}-${draws}-${losses}`), `${name}: ${row}, but ${wins}-${draws}-${losses} by the records`);
  }
  const crosstable = await (await chief.request.get(`/api/tournaments/${tournament}/crosstable`)).json();
  for (const { name, wins, draws, losses } of crosstable.entrants) assert.deepEqual({ wins, draws, losses }, tally[name], name);
  await audit(chief, "a tournament that is over");
  for (const page of [chief, ann, ben]) assert.deepEqual(page.failures, []);
});
