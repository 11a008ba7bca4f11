// The window beside a board: on a laptop the bot's value, line and curve; on a phone both players and an offer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, open, openPart, prepare, verdict } from "./arena.mjs";

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
    await board(page).locator('[data-point="e2"].playable').click();
    await board(page).locator('[data-point="e4"]').click();
    const thinking = page.getByRole("region", { name: "What the bot thought" });
    // A move at random has no search.
    await thinking.getByText(/^It looked at \d+ positions, 2 plies deep,/).or(thinking.getByText(/ without a search\.$/)).first().waitFor();
    assert.equal(await scrolled(page), 0);
    await inView(page, board(page), "the board");
    await inView(page, thinking, "what the bot thought");
    await inView(page, thinking.getByRole("img", { name: /^The evaluations of / }), "the curve");
    await inView(page, page.getByRole("group", { name: "This position" }), "the buttons");
    const [steps, tools] = [await page.getByRole("region", { name: "Moves" }).locator(".transport").boundingBox(), await page.getByRole("group", { name: "This position" }).boundingBox()];
    assert.ok(steps && tools && steps.y + steps.height <= tools.y, `the buttons cover those that step: ${JSON.stringify([steps, tools])}`);
    assert.deepEqual(page.failures, []);
  });
}

test("the board grows with the screen", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 2560, height: 1440 });
  await (await prepare(page, { game: "Chess" })).click();
  await board(page).waitFor();
  const { height } = await board(page).boundingBox();
  assert.ok(height > 1000, `board height is ${height}`);
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

test("on a phone a chosen move brings the board and the way back into the window, and the address keeps it", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto("/?game=tictactoe&bot=tictactoe-textbook");
  await page.locator("button.start:not(:disabled)").click();
  const list = page.locator("section.moves");
  await list.getByText("还没有着法").waitFor();
  assert.equal(await page.getByRole("group", { name: "播放" }).count(), 0, "there is nothing to replay yet");
  await page.locator("[data-point=b2]").click();
  await list.locator("li button").nth(1).waitFor();
  await list.locator("li button").first().click();
  const back = page.getByRole("button", { name: /回到当前局面$/ });
  await back.waitFor();
  await inView(page, page.locator("[data-point=b2]"), "the board");
  await inView(page, back, "the way back");
  await page.waitForURL(/\?ply=1$/);
  await page.getByRole("link", { name: "逐步演示" }).click();
  await page.waitForURL(/\/step/);
  await page.goBack();
  await back.click();
  await page.waitForURL((url) => url.search === "");
  assert.deepEqual(page.failures, []);
});

for (const [width, height] of [[1366, 768], [390, 664]]) {
  test(`two bots at ${width} × ${height}: one bar with pace, pause and step, both thoughts and an arrow for each`, async () => {
    const page = await arena.visitor();
    await page.setViewportSize({ width, height });
    await prepare(page, { game: "Chess", against: "Two bots" });
    await page.getByRole("button", { name: "Start and watch" }).click();
    const bar = page.getByRole("group", { name: "Playback" });
    const thoughts = page.getByRole("region", { name: "What the bots thought" });
    await page.locator('[data-shape="arrow"]').first().waitFor();
    await bar.getByRole("button", { name: "Pause" }).click();
    assert.equal(await thoughts.locator(".narrow").count(), 2);
    assert.equal(await thoughts.getByText(/^expects /).count(), await page.locator('[data-shape="arrow"]').count());
    await inView(page, board(page), "the board");
    await inView(page, bar, "the controls");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing is beyond the right edge");
    if (width > 1000) {
      await inView(page, thoughts, "what the bots thought");
      await inView(page, page.getByRole("group", { name: "This position" }), "the buttons");
      assert.equal(await scrolled(page), 0);
    }
    // A paused board stays while the bots go on, and says how far behind it is; a step shows one more move.
    const at = () => page.locator("section[aria-label=Moves] [aria-current=step]").evaluate((move) => Number(move.dataset.after));
    const before = await at();
    await page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length > n + 1, before);
    assert.equal(await at(), before);
    await page.getByText(new RegExp(`^Ply ${before} of \\d+ · \\d+ behind$`)).waitFor();
    await bar.getByRole("button", { name: "Next move" }).click();
    assert.equal(await at(), before + 1);
    await page.getByRole("button", { name: "Stop the match" }).click();
    await page.getByRole("button", { name: "To the end", exact: true }).click();
    await verdict(page).waitFor();
    await page.getByText("the player who made it stopped it").first().waitFor();
    // The stored match is played from its start, without its result until the end.
    await bar.getByLabel("Pace").selectOption("0.25 s");
    await bar.getByRole("button", { name: "Replay from the start" }).click();
    await page.getByText(/^Ply \d+ of \d+$/).waitFor();
    assert.equal(await verdict(page).count(), 0);
    await verdict(page).waitFor();
    assert.deepEqual(page.failures, []);
  });
}

test("two bots are shown at the chosen pace from the first move, however fast they play", async () => {
  const page = await arena.visitor();
  await prepare(page, { game: "Chess", against: "Two bots" });
  // Two equal bots that think for a while play longer than the test looks.
  for (const side of [/^First: /, /^Second: /]) await page.getByRole("group", { name: side }).getByRole("radio", { name: /^chess-master/ }).check({ force: true });
  await page.getByLabel("Pace").selectOption("2 s a move");
  await page.getByRole("button", { name: "Start and watch" }).click();
  // The second move is shown although the bots are at least two moves ahead: new moves do not restart the pace.
  const shown = (n) => page.waitForFunction((n) => {
    const moves = [...document.querySelectorAll("section[aria-label=Moves] li button")];
    return moves.findIndex((move) => move.ariaCurrent === "step") + 1 >= n && moves.length > n + 1;
  }, n);
  await shown(2);
  await page.getByText(/^Ply \d+ of \d+ · \d+ behind$/).waitFor();
  assert.equal(await verdict(page).count(), 0);
  await page.getByRole("button", { name: "Stop the match" }).click();
  // The choice is kept for the next match.
  await page.goto("/");
  await openPart(page, "Opponent");
  assert.equal(await page.getByLabel("Pace").inputValue(), "2000");
  assert.deepEqual(page.failures, []);
});

test("the search of a bot is watched on request, in no rated match", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 1366, height: 768 });
  await (await prepare(page, { game: "Chess" })).click();
  await board(page).locator('[data-point="e2"].playable').click();
  await board(page).locator('[data-point="e4"]').click();
  assert.equal(await page.getByRole("img", { name: /^The tree|^The search so far/ }).count(), 0);
  await page.getByRole("checkbox", { name: "Watch the search" }).check();
  // The last search may be known already, because the lights on the board show it.
  await page.getByText("The tree grows here while the bot thinks.").or(page.getByRole("img", { name: /^The search so far/ })).first().waitFor();
  await page.getByText("Your turn", { exact: true }).waitFor();
  await board(page).locator('[data-point="d2"]').click();
  await board(page).locator('[data-point="d4"]').click();
  const tree = page.getByRole("img", { name: /^The search so far: .*, Depth \d+, / });
  await tree.waitFor();
  assert.ok((await tree.locator("path.best").count()) >= 1);
  assert.ok((await tree.locator("text").count()) > 1);
  assert.deepEqual(page.failures, []);
});

for (const [width, height] of [[1366, 768], [390, 664]]) {
  test(`at ${width} × ${height} the end of a match is seen at one glance`, async () => {
    const [ann, bob] = [await arena.visitor(), await arena.visitor()];
    for (const page of [ann, bob]) await page.setViewportSize({ width, height });
    await (await prepare(ann, { against: "A friend" })).click();
    await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
    await bob.getByRole("button", { name: /^Play as / }).click();
    const begins = (page) => page.getByText("Your turn", { exact: true }).waitFor().then(() => page);
    const one = await Promise.any([begins(ann), begins(bob)]);
    const first = one === ann ? [ann, bob] : [bob, ann];
    const before = await board(ann).boundingBox();
    for (const [ply, point] of ["a1", "a2", "b1", "b2", "c1"].entries()) {
      const page = first[ply % 2];
      await page.getByText("Your turn", { exact: true }).waitFor();
      await board(page).locator(`[data-point="${point}"]`).click();
    }
    for (const page of [ann, bob]) {
      await verdict(page).waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
      await inView(page, board(page), "the board");
      if (page === ann) assert.deepEqual(await board(page).boundingBox(), before, "the board keeps its size and place");
      assert.equal(await page.locator(".strike").count(), 1);
      await inView(page, verdict(page), "the result");
      await inView(page, page.getByText(/^Not rated: /), "the rating");
      for (const name of ["Rematch", "Review", "New match", "Share card", "Good game"]) {
        await inView(page, page.getByRole("button", { name }).or(page.getByRole("link", { name })).first(), name);
      }
    }
  });
}

for (const [width, height, what] of [[664, 390, "a phone in landscape"], [683, 384, "a laptop at 200 % zoom"]]) {
  test(`the board and both players fit on ${what}`, async () => {
    const page = await arena.visitor();
    await page.setViewportSize({ width, height });
    await (await prepare(page, { game: "Chess" })).click();
    await page.getByText("Your turn", { exact: true }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await inView(page, board(page), "the board");
    for (const plate of await page.locator(".plate").all()) await inView(page, plate, "a player");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  });
}

test("both players see how long the first move may take", async () => {
  const [ann, bob] = [await arena.visitor(), await arena.visitor()];
  await prepare(ann, { against: "A friend" });
  await openPart(ann, "Clock");
  await ann.getByRole("radio", { name: "3+2", exact: true }).check({ force: true });
  await ann.locator("button.start:not(:disabled)").click();
  await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
  await bob.getByRole("button", { name: /^Play as / }).click();
  for (const page of [ann, bob]) await page.getByText(/ ha(ve|s) (1:00|0:5\d) for the first move, then the match is called off\.$/).waitFor();
});
