// A line that stalls without closing, and a slow server: each action shows that it was taken, that it waits, and that no
// answer came.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, marks, open, prepare, turnOrEnd, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(async () => await arena?.close());

/** Routes the page's socket. While `held`, nothing that the page sends arrives, and the connection stays open. */
async function line(page) {
  const held = { now: false };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => held.now || server.send(message));
    server.onMessage((message) => held.now || socket.send(message));
  });
  return held;
}
const bar = (page) => page.locator(".connection");

test("a move on a stalled line is drawn at once, is reported after three seconds, and is sent again", async () => {
  const page = await arena.visitor();
  const held = await line(page);
  await (await prepare(page)).click();
  assert.equal(await turnOrEnd(page), "turn");
  held.now = true;
  await page.locator('[data-point="b2"]').click();
  await page.getByText("Move sent…").waitFor();
  assert.deepEqual(await marks(page), ["b2, X"]);
  await bar(page).getByText("Your move: sent, waiting for the server…").waitFor();
  await page.getByText("Move sent, no answer yet").waitFor();
  await bar(page).getByText("Your move: no answer yet.").waitFor();
  assert.deepEqual(await violations(page), []);
  held.now = false;
  await bar(page).getByRole("button", { name: "Try now" }).click();
  // The bot answers the move, which was made once.
  assert.equal(await turnOrEnd(page), "turn");
  const after = await marks(page);
  assert.equal(after.length, 2, String(after));
  assert.ok(after.includes("b2, X"));
  assert.equal(await bar(page).getByRole("button").count(), 0);
  assert.deepEqual(page.failures, []);
});

/** The first move of each game, and what the page shows of it before the server answers. */
const MOVES = {
  "Connect four": ['[data-point="d1"]', "d1, red"],
  Reversi: [".playable", ", black"],
  Gomoku: ['[data-point="h8"]', "h8, black"],
  Hex: ['[data-point="f6"]', "f6, "],
};
for (const [game, [cell, shown]] of Object.entries(MOVES)) {
  test(`the own piece of ${game} is on the board before the server answers`, async () => {
    const page = await arena.visitor();
    const held = await line(page);
    await (await prepare(page, { game })).click();
    assert.equal(await turnOrEnd(page), "turn");
    held.now = true;
    const before = await marks(page);
    await page.locator(cell).first().click();
    await page.getByText("Move sent…").waitFor();
    const fresh = (await marks(page)).filter((mark) => !before.includes(mark));
    assert.equal(fresh.length, 1, `${game}: ${fresh}`);
    assert.ok(fresh[0].toLowerCase().includes(shown.toLowerCase()), `${game}: ${fresh}`);
  });
}

test("a typed move, a heap and a tree show the own move before the server answers", async () => {
  const page = await arena.visitor();
  const held = await line(page);
  await (await prepare(page, { game: "Chess" })).click();
  assert.equal(await turnOrEnd(page), "turn");
  held.now = true;
  await page.getByLabel("Type a move").fill("e4");
  await page.keyboard.press("Enter");
  await page.locator('[data-point="e4"][aria-label*="pawn"]').waitFor();
  assert.equal(await page.locator('[data-point="e2"][aria-label*="empty"]').count(), 1);
  held.now = false;

  await (await prepare(page, { game: "Game of bones" })).click();
  assert.equal(await turnOrEnd(page), "turn");
  const left = Number(await page.locator(".count b").textContent());
  held.now = true;
  await page.locator("[data-move]").first().click();
  await page.getByText("Move sent…").waitFor();
  assert.equal(Number(await page.locator(".count b").textContent()), left - 1);
  held.now = false;

  await (await prepare(page, { game: "Game tree" })).click();
  assert.equal(await turnOrEnd(page), "turn");
  held.now = true;
  await page.locator("[data-move]").first().click();
  await page.getByText("Move sent…").waitFor();
  assert.equal(await page.locator("[data-move]").count(), 0);
});

test("every other action says that it was sent and that no answer came", async () => {
  const page = await arena.visitor();
  const held = await line(page);
  const start = await prepare(page);
  held.now = true;
  await start.click();
  await bar(page).getByText("The new match: sent, waiting for the server…").waitFor();
  assert.equal(await start.getAttribute("aria-busy"), "true");
  await bar(page).getByText("The new match: no answer yet.").waitFor();
  held.now = false;
  await bar(page).getByRole("button", { name: "Try now" }).click();
  await page.getByText("The connection was lost before the arena answered.").waitFor();

  await (await prepare(page)).click();
  assert.equal(await turnOrEnd(page), "turn");
  await page.locator('[data-point="b2"]').click();
  await page.waitForFunction(() => document.querySelectorAll('[role=gridcell]:not([aria-label*="empty"])').length === 2);
  held.now = true;
  await page.getByRole("button", { name: "Offer draw" }).click();
  await bar(page).getByText("Your draw offer: sent, waiting for the server…").waitFor();
  await bar(page).getByText("Your draw offer: no answer yet.").waitFor();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("group", { name: "Resign?" }).getByRole("button", { name: "Resign" }).click();
  await page.waitForFunction(() => document.querySelector(".connection")?.textContent.includes("Your draw offer"));
  held.now = false;
  await bar(page).getByRole("button", { name: "Try now" }).click();
  await page.getByText("Your turn", { exact: true }).waitFor();
});

test("a slow answer over HTTP is reported, and a lost connection has a button", async () => {
  const page = await arena.visitor();
  let answer;
  const held = new Promise((go) => (answer = go));
  await page.route("**/api/analyse", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/analyse?game=tictactoe");
  await bar(page).getByText("The analysis: no answer yet.").waitFor();
  assert.equal(await bar(page).getByRole("button").count(), 0);
  answer();
  await bar(page).getByText("no answer yet").waitFor({ state: "detached" });
  await page.unrouteAll({ behavior: "ignoreErrors" });

  const cut = await arena.visitor();
  let refuses = true;
  await cut.routeWebSocket(/\/ws$/, (socket) => (refuses ? socket.close() : socket.connectToServer()));
  // Only the click ends the refusals: before it, no retry of the page itself may take the button away.
  await cut.exposeFunction("accept", () => (refuses = false));
  await cut.addInitScript(() => document.addEventListener("click", () => void window.accept(), true));
  await cut.goto("/");
  const now = bar(cut).getByRole("button", { name: "Try now" });
  await now.waitFor();
  assert.deepEqual(await violations(cut), []);
  await now.click();
  await now.waitFor({ state: "detached" });
  await cut.locator("button.start:not(:disabled)").waitFor();
});
