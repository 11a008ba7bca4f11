// Matches by mouse, by keyboard alone, and across a lost connection.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, marks, moves, open, openPart, prepare, turnOrEnd, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

test("the first click of a new visitor is the first move, and the bot's considerations are lit", async () => {
  const page = await arena.visitor();
  await page.goto("/");
  await page.getByRole("region", { name: "Connect four: the board" }).locator("[data-point=d1]").click();
  await page.waitForURL(/\/match\//);
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 2);
  assert.equal((await moves(page))[0], "d");
  const considered = page.getByRole("region", { name: "What the bot thought" });
  // One move in ten is made at random, without a search. The next one is searched again.
  for (let tries = 0; tries < 4 && (await considered.locator("li").count()) === 0; tries += 1) {
    await page.waitForTimeout(1000);
    if ((await considered.locator("li").count()) > 0 || (await turnOrEnd(page)) !== "turn") break;
    await board(page).locator(".playable").first().click();
    await page.waitForTimeout(500);
  }
  assert.ok((await considered.locator("li").count()) >= 6, "the moves are not shown");
  await considered.getByText(/looked at \d+ positions, 2 plies deep, and liked [a-g] best/).waitFor();
  assert.ok((await considered.locator("li.cut").count()) > 0, "no move is cut");
  assert.ok((await board(page).locator("rect.cut").count()) > 0, "no light fades");
  await considered.getByRole("checkbox", { name: "Light the moves" }).uncheck();
  await board(page).locator("rect.cut").first().waitFor({ state: "detached" });
  assert.deepEqual(page.failures, []);
});

test("another seat or opponent leaves the first move to the button", async () => {
  const page = await arena.visitor();
  await page.goto("/");
  const home = page.getByRole("region", { name: "Connect four: the board" });
  await home.locator(".playable").first().waitFor();
  await openPart(page, "Details");
  await page.getByRole("radio", { name: "Second (Yellow)" }).check({ force: true });
  await home.locator(".playable").first().waitFor({ state: "detached" });
  await openPart(page, "Opponent");
  await page.getByRole("radio", { name: "Two bots" }).check({ force: true });
  await page.getByRole("button", { name: "Start and watch" }).waitFor();
  assert.equal(await home.locator(".playable").count(), 0);
  // A board of another game comes from the server.
  await openPart(page, "Opponent");
  await page.getByRole("radio", { name: "A bot", exact: true }).check({ force: true });
  await openPart(page, "Details");
  await page.getByRole("radio", { name: "First (Red)" }).check({ force: true });
  await openPart(page, "Game");
  await page.getByRole("radio", { name: "Tic-tac-toe" }).check({ force: true });
  await page.getByRole("region", { name: "Tic-tac-toe: the board" }).locator("[data-point=b2]").click();
  await page.waitForURL(/\/match\//);
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 2);
  assert.equal((await moves(page))[0], "b2");
  assert.deepEqual(page.failures, []);
});

test("a complete match against a bot by clicks", async () => {
  const page = await arena.visitor();
  await (await prepare(page)).click();
  await page.waitForURL(/\/match\//);
  let made = 0;
  while ((await turnOrEnd(page)) === "turn") {
    const before = (await moves(page)).length;
    await board(page).locator(".playable").first().click();
    made += 1;
    // It is the page's turn again only after the bot's answer.
    await page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length > n, before);
    await page.waitForFunction(
      (n) => document.querySelectorAll("section[aria-label=Moves] li button").length > n + 1 || document.querySelector("[data-testid=verdict]"),
      before,
    );
  }
  assert.ok(made >= 3, `the match ended after ${made} of our own moves`);
  const ended = await verdict(page).textContent();
  assert.match(ended, /^(You win|You lose|Draw)$/);
  const played = await moves(page);
  assert.equal((await marks(page)).length, played.length);

  await page.getByRole("button", { name: "To the start" }).click();
  assert.deepEqual(await marks(page), []);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await marks(page), [`${played[0]}, X`]);

  await page.reload();
  await verdict(page).waitFor();
  assert.equal(await verdict(page).textContent(), ended);
  assert.deepEqual(await moves(page), played);
  assert.deepEqual(page.failures, []);
});

/** Presses Tab until the focused element matches the selector. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never reached ${selector}`);
}

test("plays a match by keyboard alone", async () => {
  const page = await arena.visitor();
  await page.goto("/?game=tictactoe");
  await page.waitForFunction(() => document.querySelector("button.start:not(:disabled)"));
  await tabTo(page, "button.start");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/match\//);
  // A player who starts by keyboard continues on the board.
  await page.waitForFunction(() => document.activeElement?.matches("[role=gridcell]"));
  while ((await turnOrEnd(page)) === "turn") {
    const before = (await moves(page)).length;
    await tabTo(page, "[role=gridcell]");
    const at = () => page.evaluate(() => Number(document.activeElement.getAttribute("data-index")));
    const goal = await page.evaluate(() => Number(document.querySelector(".playable").getAttribute("data-index")));
    while (Math.floor((await at()) / 3) > Math.floor(goal / 3)) await page.keyboard.press("ArrowUp");
    while (Math.floor((await at()) / 3) < Math.floor(goal / 3)) await page.keyboard.press("ArrowDown");
    while ((await at()) % 3 > goal % 3) await page.keyboard.press("ArrowLeft");
    while ((await at()) % 3 < goal % 3) await page.keyboard.press("ArrowRight");
    assert.equal(await at(), goal);
    await page.keyboard.press(before === 0 ? "Enter" : "Space");
    await page.waitForFunction(
      (n) => document.querySelectorAll("section[aria-label=Moves] li button").length > n + 1 || document.querySelector("[data-testid=verdict]"),
      before,
    );
  }
  const spoken = await page.getByRole("log").textContent();
  assert.match(spoken, /The match is over\./);
  assert.deepEqual(page.failures, []);
});

test("a lost connection resumes with every event once", async () => {
  const ann = await arena.visitor();
  const bob = await arena.visitor();
  // Bob's socket passes through here, so that the test can cut it.
  let down = false;
  const wires = new Set();
  await bob.routeWebSocket(/\/ws$/, (wire) => {
    if (down) return void wire.close({ code: 4000 });
    wire.connectToServer();
    wires.add(wire);
  });
  await (await prepare(ann, { against: "A friend" })).click();
  const link = await ann.getByRole("textbox", { name: "Link to this match" }).inputValue();
  await bob.goto(link);
  await bob.getByRole("button", { name: "Play as O" }).click();

  const cell = (page, point) => board(page).locator(`[data-point=${point}]`);
  await ann.getByText("Your turn", { exact: true }).waitFor();
  await cell(ann, "a1").click();
  await bob.getByText("Your turn", { exact: true }).waitFor();
  await cell(bob, "a3").click();
  await ann.getByText("Your turn", { exact: true }).waitFor();

  down = true;
  for (const wire of wires) await wire.close({ code: 4000 });
  await bob.getByText("Reconnecting").waitFor();
  await cell(ann, "b1").click();
  await ann.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length === 3);
  assert.equal((await moves(bob)).length, 2);

  down = false;
  await bob.getByText("Your turn", { exact: true }).waitFor();
  assert.deepEqual(await moves(bob), ["a1", "a3", "b1"]);
  await bob.getByText("Reconnecting").waitFor({ state: "detached" });
  await cell(bob, "b3").click();
  await ann.getByText("Your turn", { exact: true }).waitFor();
  await cell(ann, "c1").click();
  for (const [page, words] of [[ann, "You win"], [bob, "You lose"]]) {
    await verdict(page).waitFor();
    assert.equal(await verdict(page).textContent(), words);
    assert.deepEqual(await moves(page), ["a1", "a3", "b1", "b3", "c1"]);
    assert.deepEqual(page.failures, []);
  }
});

test("another window of the same person takes over a seat", async () => {
  const [ann, bob] = [await arena.visitor(), await arena.visitor()];
  await (await prepare(ann, { against: "A friend" })).click();
  await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
  await bob.getByRole("button", { name: "Play as O" }).click();
  const mine = (page) => page.getByText("Your turn", { exact: true }).waitFor();
  const back = (n) => bob.waitForFunction((n) => document.querySelector("[role=log]").textContent.split(" is back.").length > n, n);
  const cell = (page, point) => board(page).locator(`[data-point=${point}]`);
  await mine(ann);
  const match = ann.url();

  // This window follows the match and does not play it.
  const other = await ann.context().newPage();
  await other.goto("/bots");
  await other.getByRole("link", { name: "Your move" }).waitFor();
  await ann.close();
  await back(1);
  await other.getByRole("link", { name: "Your move" }).click();
  await mine(other);
  await cell(other, "a1").click();
  await mine(bob);

  // An earlier window plays again when the later one is closed.
  const third = await other.context().newPage();
  await third.goto(match);
  await other.getByText("You are playing this match in another window.").waitFor();
  await cell(bob, "a3").click();
  await mine(third);
  await third.close();
  await back(2);
  await mine(other);
  await cell(other, "b1").click();
  await mine(bob);
  assert.deepEqual(await moves(bob), ["a1", "a3", "b1"]);
  assert.deepEqual(bob.failures, []);
});
