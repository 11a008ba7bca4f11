// Board interaction: dragging by mouse and finger, premoves, typing, drawing; and notifications of a turn.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, moves, open, prepare, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const cell = (page, point) => board(page).locator(`[data-point="${point}"]`);
const label = (page, point) => cell(page, point).getAttribute("aria-label");
async function middle(page, point) {
  const { x, y, width, height } = await cell(page, point).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}
const plies = (page, n) => page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length === n, n);
const myTurn = (page) => page.getByText("Your turn", { exact: true }).waitFor();

async function drag(page, from, to, button = "left") {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button });
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y);
  await page.mouse.up({ button });
}

/** The same by finger. */
async function lead(page, from, to) {
  const cdp = await page.context().newCDPSession(page);
  const [a, b] = [await middle(page, from), await middle(page, to)];
  const touch = (type, at) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", a);
  for (const share of [0.3, 0.6, 1]) await touch("touchMove", { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
  await touch("touchEnd");
}

/** Opens two visitors who play each other. The first one has the first seat. */
async function friends(game) {
  const [ann, bob] = [await arena.visitor(), await arena.visitor()];
  await (await prepare(ann, { game, against: "A friend" })).click();
  await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
  await bob.getByRole("button", { name: /^Play as / }).click();
  await myTurn(ann);
  return [ann, bob];
}

test("chess by dragging, by finger, with premoves and by typing", async () => {
  const [ann, bob] = await friends("Chess");
  await drag(ann, "e2", "e4");
  await plies(ann, 1);
  await myTurn(bob);
  // A piece dropped on an illegal cell returns.
  await drag(bob, "e7", "e4");
  assert.equal(await label(bob, "e7"), "e7, black pawn, chosen");
  const scrolled = await bob.evaluate(() => window.scrollY);
  await lead(bob, "e7", "e5");
  await plies(bob, 2);
  assert.equal(await bob.evaluate(() => window.scrollY), scrolled);

  // Bob plans while Ann thinks; an illegal plan is discarded at his turn.
  await drag(bob, "d7", "d5");
  assert.equal(await label(bob, "d5"), "d5, empty, planned");
  await ann.getByLabel("Type a move").fill("Nf6");
  await ann.keyboard.press("Enter");
  await ann.getByText("Nf6 is not a legal move here.").waitFor();
  // Without another focus, typed text goes to the field.
  await ann.evaluate(() => document.activeElement.blur());
  await ann.keyboard.type("Nf3");
  await ann.keyboard.press("Enter");
  await plies(ann, 4);
  assert.deepEqual(await moves(ann), ["e4", "e5", "Nf3", "d5"]);
  await cell(bob, "d5").click({ force: true }); // None of one's own pieces is selected: nothing is planned.
  await cell(bob, "e5").click();
  await cell(bob, "e3").click({ force: true });
  assert.equal(await label(bob, "e3"), "e3, empty, planned");
  await myTurn(ann);
  await drag(ann, "e4", "d5");
  await plies(ann, 5);
  await myTurn(bob);
  assert.equal(await label(bob, "e3"), "e3, empty");
  assert.equal((await moves(bob)).length, 5);
  for (const page of [ann, bob]) assert.deepEqual(page.failures, []);
});

test("dragging a pawn to the last rank asks for the promotion, and Escape cancels it", async () => {
  const [ann, bob] = await friends("Chess");
  const line = ["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "g7g6", "a6a7", "g6g5"];
  for (const [ply, move] of line.entries()) {
    const page = ply % 2 === 0 ? ann : bob;
    await myTurn(page);
    await page.getByLabel("Type a move").fill(move);
    await page.keyboard.press("Enter");
    await plies(page, ply + 1);
  }
  await myTurn(ann);
  await drag(ann, "a7", "b8");
  await ann.getByRole("button", { name: "knight" }).waitFor();
  await ann.keyboard.press("Escape");
  assert.equal(await label(ann, "a7"), "a7, white pawn");
  await drag(ann, "a7", "b8");
  await ann.getByRole("button", { name: "knight" }).click();
  await plies(bob, 9);
  assert.equal((await moves(bob)).at(-1), "axb8=N");
  assert.match(await label(bob, "b8"), /^b8, white knight/);
  for (const page of [ann, bob]) assert.deepEqual(page.failures, []);
});

test("checks, mates and captured pieces are shown", async () => {
  const [ann, bob] = await friends("Chess");
  for (const [ply, move] of ["e4", "f5", "exf5", "g5", "Qh5"].entries()) {
    const page = ply % 2 === 0 ? ann : bob;
    await myTurn(page);
    await page.getByLabel("Type a move").fill(move);
    await page.keyboard.press("Enter");
    await plies(page, ply + 1);
  }
  await verdict(bob).waitFor();
  assert.deepEqual(await moves(ann), ["e4", "f5", "exf5", "g5", "Qh5#"]);
  assert.equal(await label(bob, "e8"), "e8, black king, checkmated");
  await bob.getByRole("img", { name: "Material ahead: black pawn" }).waitFor();
  // With figurines if a font has them, and with letters by choice.
  const last = ann.locator("section[aria-label=Moves] li button").last();
  assert.match(await last.textContent(), /^[♕Q]h5#$/);
  await ann.getByRole("button", { name: "Settings" }).click();
  await ann.getByRole("radio", { name: "Letters" }).check({ force: true });
  await ann.getByRole("button", { name: "Done" }).click();
  assert.equal(await last.textContent(), "Qh5#");
  for (const page of [ann, bob]) assert.deepEqual(page.failures, []);
});

test("an offer shows who asks for what, and a refusal", async () => {
  const [ann, bob] = await friends("Tic-tac-toe");
  await ann.getByRole("button", { name: "Offer draw" }).click();
  await ann.getByText(/^You offer a draw; .* has not answered yet\.$/).waitFor();
  await bob.getByText(/ offers a draw\.$/).first().waitFor();
  await bob.getByRole("button", { name: "Decline" }).click();
  await ann.getByRole("region", { name: "The match" }).getByText(/ declined a draw\.$/).waitFor();
  await bob.getByRole("button", { name: "Decline" }).waitFor({ state: "detached" });
  for (const page of [ann, bob]) assert.deepEqual(page.failures, []);
});

test("arrows, rings, board flipping and persistent board colours", async () => {
  const page = await arena.visitor();
  await (await prepare(page, { game: "Chess" })).click();
  await myTurn(page);
  await drag(page, "g1", "f3", "right");
  await drag(page, "e4", "e4", "right");
  const shapes = () => page.locator("[data-shape]").evaluateAll((all) => all.map((shape) => shape.dataset.shape));
  assert.deepEqual(await shapes(), ["arrow", "ring"]);
  await drag(page, "e4", "e4", "right");
  assert.deepEqual(await shapes(), ["arrow"]);
  await cell(page, "e5").click({ force: true });
  assert.deepEqual(await shapes(), []);

  assert.equal(await board(page).getByRole("gridcell").first().getAttribute("data-point"), "a8");
  await page.getByRole("button", { name: "Flip the board" }).click();
  assert.equal(await board(page).getByRole("gridcell").first().getAttribute("data-point"), "h1");

  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Wood" }).check({ force: true });
  await page.getByRole("radio", { name: "Letters" }).check({ force: true });
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Sound when it is your turn", pressed: true }).click();
  await page.reload();
  await page.getByRole("button", { name: "Sound when it is your turn", pressed: false }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.board), "wood");
  await board(page).locator("text", { hasText: /^Q$/ }).first().waitFor();
  assert.deepEqual(page.failures, []);
});

test("a turn shows in the title, and a match is found from any page after a browser restart", async () => {
  const page = await arena.visitor();
  await (await prepare(page)).click();
  await myTurn(page);
  await page.waitForFunction(() => document.title.startsWith("● Your turn"));
  assert.equal(await page.locator("link[rel=icon]").getAttribute("href"), "/favicon-turn.svg");
  const address = page.url();

  const kept = await page.context().storageState();
  await page.context().close();
  const again = await arena.visitor("light", kept);
  await again.goto("/bots");
  await again.getByRole("link", { name: "Your move" }).click();
  await again.waitForURL(address);
  await myTurn(again);
  await board(again).locator(".playable").first().click();
  await plies(again, 2);
  assert.deepEqual(again.failures, []);
});

test("arrow keys replay with any focus, values link to moves, and addresses to positions", async () => {
  const page = await arena.visitor();
  await prepare(page, { against: "Two bots" });
  await page.getByRole("button", { name: "Start and watch" }).click();
  await verdict(page).waitFor();
  const played = await moves(page);
  const shown = () => page.locator("section[aria-label=Moves] [aria-current=step]").textContent();
  await page.getByRole("button", { name: "Flip the board" }).focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(), played.at(-2));
  // On the board they move the focus.
  await cell(page, "b2").focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(), played.at(-2));
  // After a click on the board they replay; after keyboard focus they move the focus.
  await cell(page, "b2").click();
  await page.keyboard.press("ArrowRight");
  assert.equal(await shown(), played.at(-1));
  // The panels beside the board follow the position, and a control that disappears would lose the focus.
  await page.waitForTimeout(500);
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(), played.at(-1));
  await page.getByRole("img", { name: /^The evaluations of / }).click({ position: { x: 3, y: 20 } });
  assert.equal(await page.locator("section[aria-label=Moves] [aria-current=step]").count(), 0);

  // Autoplay, from the start to the end.
  await page.getByLabel("Pace").selectOption("0.25 s");
  const bar = page.getByRole("group", { name: "Playback" });
  await bar.getByRole("button", { name: "Play the moves" }).click();
  await page.waitForFunction((n) => document.querySelector("section[aria-label=Moves] [aria-current=step]")?.dataset.after === String(n), played.length);
  await bar.getByRole("button", { name: "Replay from the start" }).waitFor();

  // The end of a match has its plain address.
  await page.waitForURL((url) => url.search === "");
  const address = page.url();
  await page.goto(`${address}?ply=2`);
  await page.getByText(`Ply 2 of ${played.length}`, { exact: true }).waitFor();
  assert.equal(await shown(), played[1]);
  await page.getByRole("link", { name: "Analyse", exact: true }).last().click();
  await page.waitForURL(/\/analyse\?game=/);
  assert.equal(await page.getByLabel("Moves from there").inputValue(), played.slice(0, 2).join(" "));
  assert.deepEqual(page.failures, []);
});

test("a failed list shows an error and reloads when the arena is back", async () => {
  const page = await arena.visitor();
  let down = true;
  await page.route("**/api/bots*", (route) => (down ? route.abort() : route.continue()));
  await page.goto("/bots");
  await page.getByText(/^The bots could not be loaded: /).waitFor();
  down = false;
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  await page.getByLabel("Search").fill("chess random");
  assert.ok((await page.getByRole("heading", { level: 3 }).count()) >= 1);
  await page.getByLabel("Search").fill("no such bot at all");
  await page.getByText("No bot matches.").waitFor();
  assert.deepEqual(page.failures, []);
});

test("blocked and full storage are announced once, and nothing is called saved", async () => {
  const blocked = () => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("blocked", "SecurityError"); } });
  const full = () => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  };
  for (const refuse of [blocked, full]) {
    const page = await arena.visitor();
    await page.addInitScript(refuse);
    await page.goto("/bots/build?game=tictactoe");
    await page.getByText("Nothing is saved.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Version 1, not saved" }).waitFor();
    await page.getByRole("link", { name: "Bots", exact: true }).first().click();
    await page.getByText("Not saved: this browser stores nothing.").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("Nothing is saved.").waitFor({ state: "detached" });
    // A settings change is refused as well, and is not announced again.
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("radio", { name: "Wood" }).check({ force: true });
    await page.getByRole("button", { name: "Done" }).click();
    assert.equal(await page.getByText("Nothing is saved.").count(), 0);
    // The account is that of the seat, although no token is stored.
    await page.getByRole("link", { name: "Your name" }).or(page.getByRole("button", { name: /^Your name/ })).first().waitFor();
    assert.deepEqual(page.failures, []);
  }
});
