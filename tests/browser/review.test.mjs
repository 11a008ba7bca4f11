// The review of a finished match: the move that changed its result, the refutation, and a bot's search repeated.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, open, prepareAt, verdict, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

test("a review names the losing move, plays its refutation out and repeats the bot's search", async () => {
  const page = await arena.visitor();
  // X has a won position and gives it away.
  const spec = JSON.stringify({ name: "sees-all", game: "tictactoe", depth: 9, ties: "first" });
  const start = await prepareAt(page, { game: "tictactoe", moves: "b3 a2", spec });
  await start.click();
  await board(page).locator('[data-point="c3"].playable').click();
  await page.getByText("Your turn", { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 4);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).last().click();
  await verdict(page).waitFor();

  await page.getByRole("button", { name: "Review", exact: true }).click();
  const review = page.getByRole("region", { name: "Turning points" });
  await review.getByText("from won to lost").waitFor();
  await review.getByText(/^Better: b2/).waitFor();
  await review.getByText(/sees-all saw it on the next move, at 2… a3, depth \d/).waitFor();
  await review.getByRole("button", { name: "Play the refutation" }).click();
  const line = review.getByRole("group", { name: "Play the refutation" });
  // The search's line is continued to the end of the match, on the board of the match.
  const on = line.getByRole("button", { name: "Next", exact: true });
  await on.click();
  await board(page).getByRole("gridcell", { name: /^a3, O/ }).waitFor();
  await line.getByText("Move 1 of 5").waitFor();
  for (let move = 2; move <= 5; move += 1) await on.click();
  await page.locator(".strike").waitFor({ state: "attached" });
  await line.getByRole("button", { name: "Close" }).click();
  await page.getByText("Ply 3 of 4", { exact: true }).waitFor();
  assert.equal(await page.locator(".strike").count(), 0);

  await page.getByRole("button", { name: "To the end", exact: true }).click();
  await review.getByRole("button", { name: "Think again" }).click();
  await review.getByText(/^The search finds 2… a3 again\.$/).waitFor();
  await review.getByRole("heading", { name: "The tree it searched" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 390, height: 664 });
  await page.waitForFunction(() => document.documentElement.scrollWidth <= 390);
  assert.deepEqual(page.failures, []);
});
