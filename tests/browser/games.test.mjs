// Other boards: a column by clicks, a path by keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, moves, open, prepare, verdict, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** A match in the first seat against the game's weakest bot; the address may contain options. */
async function begin(page, game) {
  const start = await prepare(page, { game });
  await page.getByRole("group", { name: "Which bot" }).locator("label").first().click();
  await start.click();
  await page.waitForURL(/\/match\//);
  await myTurn(page, 0);
}
/** Waits until it is this page's turn after `plies` moves. */
async function myTurn(page, plies) {
  await page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length === n, plies);
  await page.getByText("Your turn", { exact: true }).waitFor();
}
async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).last().click();
  await verdict(page).waitFor();
  assert.equal(await verdict(page).textContent(), "You lose");
}
const cell = (page, point) => board(page).locator(`[data-point="${point}"]`);
const label = (page, point) => cell(page, point).getAttribute("aria-label");

test("connect four by clicks: any point of a column drops a disc", async () => {
  const page = await arena.visitor();
  await begin(page, "Connect four");
  await cell(page, "d6").click();
  await myTurn(page, 2);
  assert.match(await label(page, "d1"), /^d1, Red/);
  await cell(page, "a3").click();
  await myTurn(page, 4);
  const played = await moves(page);
  assert.deepEqual([played[0], played[2]], ["d", "a"]);
  const labels = await board(page).getByRole("gridcell").evaluateAll((cells) => cells.map((c) => c.getAttribute("aria-label")));
  assert.equal(labels.filter((l) => l.includes(", Red")).length, 2);
  assert.equal(labels.filter((l) => l.includes(", Yellow")).length, 2);
  assert.deepEqual(await violations(page), [], "connect four");
  await resign(page);
  assert.deepEqual(page.failures, []);
});

/** Moves the focus over the board by arrow keys. */
async function walk(page, from, to) {
  const [across, up] = [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)];
  for (let i = 0; i < Math.abs(across); i++) await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-point")), to);
}

test("chess by keyboard: select a piece, then its target", async () => {
  const page = await arena.visitor("dark");
  await begin(page, "Chess");
  assert.equal(await label(page, "e2"), "e2, white pawn");
  const stop = board(page).locator("[role=gridcell][tabindex='0']");
  const at = await stop.getAttribute("data-point");
  await stop.focus();

  await walk(page, at, "e2");
  await page.keyboard.press("Enter");
  assert.equal(await label(page, "e2"), "e2, white pawn, chosen");
  assert.equal(await label(page, "e4"), "e4, empty, possible");
  await walk(page, "e2", "g1");
  await page.keyboard.press("Enter");
  assert.equal(await label(page, "g1"), "g1, white knight, chosen");
  assert.equal(await label(page, "e4"), "e4, empty");
  assert.deepEqual(await violations(page), [], "chess, a piece chosen");
  await walk(page, "g1", "f3");
  await page.keyboard.press("Space");
  await myTurn(page, 2);
  assert.equal((await moves(page))[0], "Nf3");
  assert.match(await label(page, "f3"), /^f3, white knight/);

  await walk(page, "f3", "a2");
  await page.keyboard.press("Enter");
  await walk(page, "a2", "a3");
  await page.keyboard.press("Enter");
  await myTurn(page, 4);
  assert.equal((await moves(page))[2], "a3");
  await resign(page);
  assert.deepEqual(page.failures, []);
});
