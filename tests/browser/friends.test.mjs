// Two friends: a takeback, a draw, a rematch; one leaves a match without a clock for longer than a seat is held in a
// match with one, and returns.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, moves, open, prepare, verdict } from "./arena.mjs";

let arena;
// An absent player loses after this time with a clock. With LONG=1 the arena keeps its defaults, and both stay away
// for three minutes.
const LONG = process.env.LONG === "1";
const AWAY_MS = LONG ? 180_000 : 3_000;
before(async () => (arena = await open(LONG ? {} : { ARENA_MATCHES_GRACE_MS: "1500", ARENA_MATCHES_PRESENCE_MS: "500" })));
after(() => arena?.close());

const cell = (page, point) => board(page).locator(`[data-point=${point}]`);
const mine = (page) => page.getByText("Your turn", { exact: true }).waitFor();

async function friends() {
  const [ann, bob] = [await arena.visitor(), await arena.visitor()];
  await (await prepare(ann, { against: "A friend" })).click();
  const link = await ann.getByRole("textbox", { name: "Link to this match" }).inputValue();
  await bob.goto(link);
  await bob.getByRole("button", { name: "Play as O" }).click();
  await mine(ann);
  return [ann, bob, link];
}

test("a takeback, a draw and a rematch with exchanged seats", async () => {
  const [ann, bob] = await friends();
  await cell(ann, "a1").click();
  await mine(bob);
  await ann.getByRole("button", { name: "Take back" }).click();
  await ann.getByText(/^You ask for a takeback; .* has not answered yet\.$/).waitFor();
  await bob.getByText(/ asks for a takeback\.$/).first().waitFor();
  await bob.getByRole("button", { name: "Accept" }).click();
  await mine(ann);
  assert.deepEqual(await moves(ann), []);
  await cell(ann, "b2").click();
  await mine(bob);
  await bob.getByRole("button", { name: "Offer draw" }).click();
  await ann.getByRole("button", { name: "Accept" }).click();
  for (const page of [ann, bob]) {
    await verdict(page).waitFor();
    assert.equal(await verdict(page).textContent(), "Draw");
    await page.getByText("Both sides agreed to a draw.", { exact: true }).waitFor();
  }
  await bob.getByRole("button", { name: "Rematch" }).click();
  await ann.getByRole("button", { name: "Accept" }).click();
  await mine(bob);
  await cell(bob, "c3").click();
  await mine(ann);
  assert.deepEqual(await moves(ann), ["c3"]);
  for (const page of [ann, bob]) assert.deepEqual(page.failures, []);
});

test("a guest's invitation has the name that the guest gives", async () => {
  const [ann, bob] = [await arena.visitor(), await arena.visitor()];
  const create = await prepare(ann, { against: "A friend" });
  await ann.getByLabel("Your name", { exact: true }).fill("Ann");
  await create.click();
  await bob.goto(await ann.getByRole("textbox", { name: "Link to this match" }).inputValue());
  await bob.getByText("Ann invites you to a match.").waitFor();
  // It is asked only once.
  await prepare(ann, { against: "A friend" });
  await ann.getByRole("button", { name: "Your name: Ann. Change it." }).waitFor();
  assert.equal(await ann.getByLabel("Your name", { exact: true }).count(), 0);
  for (const page of [ann, bob]) assert.deepEqual(page.failures, []);
});

test("without a clock both may leave for long and continue", { timeout: AWAY_MS + 120_000 }, async () => {
  const [ann, bob, link] = await friends();
  await cell(ann, "a1").click();
  await mine(bob);
  const gone = await Promise.all([ann, bob].map(async (page) => {
    const kept = await page.context().storageState();
    await page.context().close();
    return kept;
  }));
  // A visitor sees that both are away, and stay so.
  const eve = await arena.visitor();
  await eve.goto(link);
  await eve.waitForFunction(() => document.querySelectorAll(".plate .tag.bad").length === 2);
  await eve.waitForTimeout(AWAY_MS);
  assert.equal(await verdict(eve).count(), 0);
  assert.equal(await eve.getByRole("button", { name: /^Play as / }).count(), 0);
  await eve.context().close();

  const [again, back] = [await arena.visitor("light", gone[1]), await arena.visitor("light", gone[0])];
  await again.goto("/bots");
  await again.getByRole("link", { name: "Your move" }).click();
  await mine(again);
  await cell(again, "b2").click();
  await back.goto(link);
  await mine(back);
  assert.deepEqual(await moves(back), ["a1", "b2"]);
  for (const page of [again, back]) assert.deepEqual(page.failures, []);
});
