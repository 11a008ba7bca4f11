// Every game with every input: clicks, dragging, taps on a phone, keyboard. Two friends play each game to its end four
// times, with a rematch and exchanged seats in between.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, choose, open, prepareAt, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** Short matches: the steps of a move, the start, and the result for the first seat. */
const point = (move) => [move];
const column = (move) => [`${move}1`];
const GAMES = {
  "Tic-tac-toe": { game: "tictactoe", moves: "a1 a3 b1 b3 c1", steps: point, first: "win" },
  "Connect four": { game: "connect4", moves: "a b a b a b a", steps: column, first: "win" },
  Gomoku: { game: "gomoku", options: { row: 3 }, moves: "a1 a2 b1 b2 c1", steps: point, first: "win" },
  Reversi: { game: "reversi", moves: "f5 d6 c5 f4 e7 f6 g5 e6 e3", steps: point, first: "win" },
  Hex: { game: "hex", options: { size: 3 }, moves: "b1 a1 b2 a2 b3", steps: point, first: "win" },
  // A double jump of a man: White has no other move.
  Checkers: { game: "checkers", position: "B:W30,26:B23,11", moves: "11-15 26x19x10", steps: (move) => move.split(/[-x]/), first: "lose" },
  Chess: { game: "chess", moves: "f2f3 e7e5 g2g4 d8h4", steps: (move) => [move.slice(0, 2), move.slice(2, 4)], first: "lose" },
  Xiangqi: { game: "xiangqi", position: "3k5/9/9/9/9/9/9/8p/1R7/R3K4 w", moves: "b1b8 i2i1 a0a9", steps: (move) => [move.slice(0, 2), move.slice(2, 4)], first: "win" },
  "Game of bones": { game: "bones", options: { heap: 7 }, moves: "2 3 2", first: "win" },
  "Game tree": { game: "tree", moves: "1 0", first: "win" },
};

const cell = (page, point) => board(page).locator(`[data-point="${point}"]`);
const moves = (page) => page.locator("section[aria-label=Moves] li button");
const choice = (page, move) => page.locator(`section:not([aria-label=Moves]) [data-move="${move}"]`);
async function middle(element) {
  const { x, y, width, height } = await element.boundingBox();
  return [x + width / 2, y + height / 2];
}
/** The remaining bones of the heap, and the one down to which a move takes. */
async function bones(page, move) {
  const left = Number.parseInt(await page.locator(".heap .count b").textContent(), 10);
  const bone = (i) => page.locator(".heap svg > g").nth(i);
  return [bone(left - 1), bone(left - Number(move))];
}
/** The elements of a move, from first to last. */
async function way(page, game, move) {
  if (game.steps) return game.steps(move).map((point) => cell(page, point));
  if (game.game === "bones") return bones(page, move);
  return [page.locator("section .node", { hasText: "●" }), choice(page, move)];
}

async function lead(page, places) {
  const [from, ...over] = places;
  await page.mouse.move(...from);
  await page.mouse.down();
  for (const to of over) await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

const INPUTS = {
  async mouse(page, game, move) {
    const all = await way(page, game, move);
    for (const one of game.steps ? all : all.slice(-1)) await page.mouse.click(...(await middle(one)));
  },
  async drag(page, game, move) {
    const all = await Promise.all((await way(page, game, move)).map(middle));
    // A piece that is placed is dragged from another place of the board.
    if (all.length === 1) all.unshift(await middle(board(page)));
    await lead(page, all);
  },
  async touch(page, game, move) {
    const all = await way(page, game, move);
    const played = await moves(page).count();
    for (const one of game.steps ? all : all.slice(-1)) {
      await page.touchscreen.tap(...(await middle(one)));
      if (!game.steps || all.length > 1) continue;
      // The tap is answered with the move, or on cells smaller than a finger with a proposal that a second tap confirms.
      await moves(page).nth(played).or(board(page).locator("[aria-selected=true]")).first().waitFor();
      if ((await moves(page).count()) === played) await page.touchscreen.tap(...(await middle(one)));
    }
  },
  async keyboard(page, game, move) {
    if (!game.steps) return choice(page, move).press("Enter");
    for (const one of await way(page, game, move)) {
      await board(page).locator("[role=gridcell][tabindex='0']").focus();
      const place = (element) => element.evaluate((at) => [...at.parentNode.parentNode.querySelectorAll("[role=row]")].flatMap((row, y) => [...row.children].map((one, x) => (one === at ? [x, y] : []))).find((found) => found.length > 0));
      const [[x, y], [toX, toY]] = [await place(board(page).locator("[role=gridcell]:focus")), await place(one)];
      for (let i = 0; i < Math.abs(toX - x); i++) await page.keyboard.press(toX > x ? "ArrowRight" : "ArrowLeft");
      for (let i = 0; i < Math.abs(toY - y); i++) await page.keyboard.press(toY > y ? "ArrowDown" : "ArrowUp");
      await page.keyboard.press("Enter");
    }
  },
};
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/** Waits until the page is stable, so that measured positions are valid for a press. */
const settled = (page) =>
  page.waitForFunction(
    () =>
      new Promise((done) => {
        const places = () => JSON.stringify([...document.querySelectorAll("main section, [role=grid], [data-move]")].map((one) => one.getBoundingClientRect()));
        const before = places();
        setTimeout(() => requestAnimationFrame(() => done(places() === before)), 50);
      }),
  );

async function play(pages, game, input) {
  const plies = game.moves.split(" ");
  for (const [ply, move] of plies.entries()) {
    const page = pages[ply % 2];
    await page.getByText("Your turn", { exact: true }).waitFor();
    await settled(page);
    await INPUTS[input](page, game, move);
    await page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length === n, ply + 1);
  }
  const [won, lost] = game.first === "win" ? ["You win", "You lose"] : ["You lose", "You win"];
  for (const [page, words] of [[pages[0], won], [pages[1], lost]]) {
    await verdict(page).waitFor();
    assert.equal(await verdict(page).textContent(), words);
    assert.deepEqual(await moves(page).count(), plies.length);
  }
}

for (const [name, game] of Object.entries(GAMES)) {
  test(`${name} by clicks, dragging, touch and keyboard`, async () => {
    const pages = [await arena.visitor("light", undefined, "en", true), await arena.visitor("light", undefined, "en", true)];
    const [ann, bob] = pages;
    const { game: key, options = {}, position = "" } = game;
    await (await prepareAt(ann, { game: key, options: JSON.stringify(options), position }, "A friend")).click();
    await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
    await bob.getByRole("button", { name: /^Play as / }).click();
    let seats = pages;
    for (const [round, input] of Object.keys(INPUTS).entries()) {
      for (const page of pages) await page.setViewportSize(input === "touch" ? PHONE : DESK);
      await play(seats, game, input);
      if (round === Object.keys(INPUTS).length - 1) break;
      await ann.getByRole("button", { name: "Rematch" }).click();
      await bob.getByRole("button", { name: "Accept" }).click();
      for (const page of pages) await verdict(page).waitFor({ state: "detached" });
      seats = [seats[1], seats[0]];
    }
    for (const page of pages) assert.deepEqual(page.failures, []);
  });
}

test("all bots are seen on a phone without scrolling a list, the chosen ones described, and no card is cut", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto("/?game=chess");
  await page.locator("button.start:not(:disabled)").waitFor();
  await choose(page, "Two bots");
  await page.waitForFunction(() => document.querySelectorAll(".bots label:has(:checked)").length === 2);
  for (const height of [664, 900]) {
    await page.setViewportSize({ width: 390, height });
    await page.waitForTimeout(200);
    const scrolling = await page.locator(".bots").evaluateAll((lists) => lists.filter((list) => list.scrollWidth > list.clientWidth || list.scrollHeight > list.clientHeight).length);
    assert.equal(scrolling, 0);
    const cut = await page.locator(".bots label").evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth || card.getBoundingClientRect().right > window.innerWidth).length);
    assert.equal(cut, 0);
    for (const about of await page.locator(".bots label:has(:checked) .about").all()) assert.ok(await about.isVisible());
  }
  assert.deepEqual(page.failures, []);
});
