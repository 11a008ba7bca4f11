// Matches from a position: set up on the first page, from every board, and again from the turning point.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, board, fits, marks, open, openPart, prepare, prepareAt, turnOrEnd, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(async () => await arena?.close());

const start = (page) => page.locator("button.start:not(:disabled)");
const playFrom = (page) => page.getByRole("link", { name: "Play from here" });
/** Waits for a match, and returns the texts of its board's pieces. */
async function begun(page) {
  await page.waitForURL(/\/match\//);
  await board(page).waitFor();
  return marks(page);
}

/** A position of each game, as moves from its start, and how many of them the board shows. */
const MOVES = {
  tictactoe: "b2 a1",
  connect4: "d d c",
  reversi: "d3 c3",
  gomoku: "h8 h9",
  hex: "f6 e5",
  checkers: "11-15 22-18",
  chess: "e4 e5 Nf3",
  xiangqi: "C2=5 馬８進７",
  bones: "2 1",
  tree: "0",
};
for (const [game, moves] of Object.entries(MOVES)) {
  test(`a match of ${game} starts from the position in the address`, async () => {
    const page = await arena.visitor();
    await (await prepareAt(page, { game, moves })).click();
    await page.waitForURL(/\/match\//);
    await page.getByText("Your turn", { exact: true }).or(page.getByText(" to move")).or(verdict(page)).first().waitFor();
    const match = page.url().split("/match/")[1].split("?")[0];
    const answer = await (await fetch(`${arena.url}/api/matches/${match}/events`)).json();
    assert.equal(answer.start.moves.length, moves.split(" ").length, JSON.stringify(answer.start));
    assert.deepEqual(page.failures, []);
  });
}

test("a position set up on the first page is played, and one without a game to play is not", async () => {
  const page = await arena.visitor();
  await prepare(page, { game: "Chess" });
  await openPart(page, "Details");
  await page.getByText("From a position (FEN)").click();
  const fen = page.getByLabel("Position (FEN)", { exact: true });
  await fen.fill("4k3/8/8/8/8/8/4P3/3K3 w - - 0 1");
  await page.getByText("rank 1 must have 8 squares").waitFor();
  assert.equal(await start(page).count(), 0, "the position is no position");
  await fen.fill("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  // The rook has its place in the former position too.
  await page.locator('.from [data-point="h7"][aria-label*="empty"]').waitFor();
  await page.locator('.from [data-point="h1"]').click();
  await page.locator('.from [data-point="h7"]').click();
  await page.getByText("Black to move.").waitFor();
  assert.equal(await playFrom(page).count(), 0, "the form itself plays from here");
  await audit(page, "the first page with a position");
  await page.getByRole("radio", { name: "Second (Black)" }).check({ force: true });
  await start(page).click();
  const pieces = await begun(page);
  assert.ok(pieces.includes("h7, white rook"), String(pieces));
  assert.equal(pieces.length, 3);

  // A finished game has no match.
  await page.goto("/?game=tictactoe&moves=a1+b1+a2+b2+a3");
  await page.getByText("The game is over here.").waitFor();
  assert.equal(await start(page).count(), 0);
  await page.locator("details.from").getByRole("button", { name: "From the start" }).click();
  await start(page).waitFor();
  assert.deepEqual(page.failures, []);
});

test("every board leads to a match from its position", async () => {
  const page = await arena.visitor();
  const question = "game=tictactoe&moves=b2+a1";
  for (const [view, address] of [
    ["the analysis", `/analyse?${question}`],
    ["the stepper", `/step?${question}&search=${encodeURIComponent('{"depth":2,"pruning":"alpha-beta"}')}`],
    ["the costs", `/costs?${question}`],
    ["the solved games", `/solved?${question}`],
  ]) {
    await page.goto(address);
    await playFrom(page).first().waitFor();
    const to = new URL(await playFrom(page).first().getAttribute("href"), arena.url);
    assert.deepEqual([to.pathname, to.searchParams.get("moves")], ["/", "b2 a1"], view);
  }
  for (const address of ["/solved/map?game=tictactoe", "/daily", "/lessons"]) {
    await page.goto(address);
    await playFrom(page).first().waitFor();
  }
  await page.goto("/daily");
  await playFrom(page).first().click();
  await start(page).click();
  await page.waitForURL(/\/match\//);
  await fits(page, "a match from the daily position", 1280);
  assert.deepEqual(page.failures, []);
});

test("any ply of a match can be played from, and a lost one again from the turning point", async () => {
  const page = await arena.visitor();
  // X lets O win: a2 leaves the row of O open.
  await page.goto("/?game=tictactoe&moves=a1+b2+a2+b1&bot=tictactoe-perfect");
  await start(page).click();
  assert.equal(await turnOrEnd(page), "turn");
  await page.locator('[data-point="c1"]').click();
  assert.equal(await turnOrEnd(page), "end");
  const lost = page.url();
  await page.getByText("You lose").or(page.getByText("You lost")).first().waitFor();
  await audit(page, "a lost match");
  await playFrom(page).count();
  await page.getByRole("button", { name: "One move back" }).first().click();
  const to = new URL(await playFrom(page).first().getAttribute("href"), arena.url);
  assert.equal(to.searchParams.get("moves"), "a1 b2 a2 b1 c1");
  await page.getByRole("button", { name: "Try again from the turning point" }).click();
  await page.waitForURL((url) => url.href.includes("/match/") && !lost.startsWith(url.href.split("?")[0]));
  assert.equal(await turnOrEnd(page), "turn");
  assert.deepEqual((await marks(page)).sort(), ["a1, X", "a2, X", "b1, O", "b2, O"]);
  assert.deepEqual(page.failures, []);
});

test("a seat for a friend is found only by its link, unless it is to be listed", async () => {
  const [ann, eve, friend] = [await arena.visitor(), await arena.visitor(), await arena.visitor()];
  const create = await prepare(ann, { against: "A friend" });
  await ann.getByText("Only those with the link can take the seat. Everybody can watch once the match has begun.").waitFor();
  await create.click();
  await ann.waitForURL(/\/match\//);
  const link = ann.url();
  // Ann finds her own match again; a stranger does not find it.
  await ann.getByRole("link", { name: "Play", exact: true }).click();
  await ann.getByRole("link", { name: "Your match" }).waitFor();
  await ann.getByRole("region", { name: "Open and live" }).getByText("Go on").waitFor();
  const path = new URL(link).pathname.split("?")[0];
  await prepare(eve);
  await eve.getByRole("region", { name: "Recently finished" }).waitFor();
  assert.equal(await eve.locator(`a[href="${path}"]`).count(), 0, "the first page");
  const listed = await (await fetch(`${arena.url}/api/matches?status=open`)).json();
  assert.ok(!listed.matches.some(({ match }) => path.endsWith(match)), "the list");
  await ann.getByRole("link", { name: "Your match" }).click();
  await friend.goto(link);
  await friend.getByRole("button", { name: /^Play as/ }).click();
  await ann.getByText("Your turn", { exact: true }).waitFor();

  const other = await arena.visitor();
  await prepare(other, { against: "A friend" });
  await other.getByLabel("Show the match in the list").check();
  await other.getByRole("button", { name: "Create the match" }).click();
  await other.waitForURL(/\/match\//);
  await eve.locator(`li:has(a[href="${new URL(other.url()).pathname}"])`).getByText("Join", { exact: true }).waitFor();
});

test("Back returns to the place in a long list", async () => {
  const page = await arena.visitor();
  await page.goto("/bots");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => document.documentElement.scrollHeight > 3000);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.waitForFunction(() => window.scrollY === 1500);
  await page.locator("header").getByRole("link", { name: "Matches" }).evaluate((link) => link.click());
  await page.waitForURL(/\/matches/);
  await page.waitForFunction(() => window.scrollY === 0);
  await page.goBack();
  await page.waitForFunction(() => Math.abs(window.scrollY - 1500) < 2);
  await page.reload();
  await page.waitForFunction(() => Math.abs(window.scrollY - 1500) < 2);
});
