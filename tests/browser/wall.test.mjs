// The wall mode of a server without a live match.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, prepareAt, verdict, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

test("the wall replays the archive with evaluation, thoughts, last move and address while nothing is live", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await prepareAt(page, { game: "tictactoe", bot: "tictactoe-club" }, "Two bots");
  await page.getByLabel("Pace").selectOption("as played");
  await page.getByRole("button", { name: "Start and watch" }).click();
  await verdict(page).waitFor();
  await page.goto("/matches");
  await page.getByRole("button", { name: "Wall mode" }).click();
  const wall = page.getByRole("dialog", { name: "Running boards" });
  await page.waitForFunction(() => document.fullscreenElement?.parentElement?.matches("dialog"));
  await wall.getByText("From the archive").waitFor();
  await wall.getByText(/^Last move: /).waitFor();
  await wall.getByRole("img", { name: /^Evaluation: / }).waitFor();
  await wall.getByText(/^depth \d+$/).first().waitFor();
  await wall.getByText(new URL(arena.url).host).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.failures, []);
});
