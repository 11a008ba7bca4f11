// The window beside a board: on a laptop the bot's value, line and curve; on a phone both players and an offer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, open, prepare } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** Fails unless the whole element is in the window without scrolling. */
async function inView(page, locator, what) {
  const box = await locator.boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${what}: ${JSON.stringify(box)} in ${width} × ${height}`);
}
const scrolled = (page) => page.evaluate(() => window.scrollY);

for (const [width, height] of [[1366, 768], [1440, 900]]) {
  test(`at ${width} × ${height} the bot's value, line and curve are beside the board`, async () => {
    const page = await arena.visitor();
    await page.setViewportSize({ width, height });
    await (await prepare(page, { game: "Chess" })).click();
    await board(page).locator('[data-point="e2"]').click();
    await board(page).locator('[data-point="e4"]').click();
    const thinking = page.getByRole("region", { name: "What the bot thought" });
    await thinking.getByText("Depth", { exact: true }).waitFor();
    assert.equal(await scrolled(page), 0);
    await inView(page, board(page), "the board");
    await inView(page, thinking, "what the bot thought");
    await inView(page, thinking.getByRole("img", { name: /^The evaluations of / }), "the curve");
    await inView(page, page.getByRole("group", { name: "This position" }), "the buttons");
    assert.deepEqual(page.failures, []);
  });
}

test("a board grows with the screen", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 2560, height: 1440 });
  await (await prepare(page, { game: "Chess" })).click();
  await board(page).waitFor();
  const { height } = await board(page).boundingBox();
  assert.ok(height > 1000, `the board is ${height} high`);
  await inView(page, board(page), "the board");
});

test("the board, both players and an offer fit on a phone", async () => {
  const [ann, bob] = [await arena.visitor(), await arena.visitor()];
  for (const page of [ann, bob]) await page.setViewportSize({ width: 390, height: 664 });
  await (await prepare(ann, { game: "Chess", against: "A friend" })).click();
  await ann.getByRole("img", { name: "QR code of the link" }).waitFor();
  await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
  await inView(bob, bob.getByText(/ invites you to a match\.$/), "who invites");
  await bob.getByRole("button", { name: /^Play as / }).click();
  await ann.getByText("Your turn", { exact: true }).waitFor();
  await ann.evaluate(() => window.scrollTo(0, 0));
  await inView(ann, board(ann), "the board");
  for (const plate of await ann.locator(".plate").all()) await inView(ann, plate, "a player");
  await bob.getByRole("button", { name: "Offer draw" }).click();
  await inView(ann, ann.getByRole("group", { name: "Offer" }), "the offer");
  assert.equal(await scrolled(ann), 0);
});
