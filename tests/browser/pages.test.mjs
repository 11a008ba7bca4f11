// No accessibility violation on pages that take some steps to reach, in light and dark, at desktop and phone size. The
// views that an address opens are in views.test.mjs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, board, DESKTOP, LOOKS, open, openPart, prepare, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

test("pages that take some steps to reach", async () => {
  const page = await arena.operator();
  const start = await prepare(page);
  await page.getByRole("button", { name: "Settings" }).click();
  await audit(page, "the settings", LOOKS);
  await page.getByRole("button", { name: "Done" }).click();

  await start.click();
  await board(page).locator(".playable").first().waitFor();
  await audit(page, "a live match", LOOKS);
  // Matches are listed from their first move on.
  await board(page).locator(".playable").first().click();
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length === 2);
  await page.goto("/matches");
  await page.locator(".mini svg").first().waitFor();
  await audit(page, "/matches", LOOKS);
  await page.goBack();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).last().click();
  await verdict(page).waitFor();
  await audit(page, "a finished match", LOOKS);

  await prepare(page);
  await openPart(page, "Game");
  const games = await page.getByRole("group", { name: "Game", exact: true }).locator("label").allTextContents();
  assert.ok(games.length >= 3, `only ${games}`);
  for (const game of games) {
    await (await prepare(page, { game })).click();
    await page.getByText("Your turn", { exact: true }).waitFor();
    await audit(page, `a match of ${game}`, LOOKS);
    await page.getByRole("button", { name: "Abort" }).click();
    await verdict(page).waitFor();
  }

  await page.goto("/tournaments");
  const files = page.getByRole("region", { name: "Start a tournament of bots" });
  await files.locator("summary", { hasText: "Tic-tac-toe" }).click();
  await files.getByRole("button", { name: /^Start / }).first().click();
  await page.waitForURL(/\/tournaments\/./);
  // On a phone the table of pairs is a heat map.
  await page.setViewportSize(DESKTOP);
  await page.locator(".pair a").first().click();
  await page.locator("#pair li a").first().waitFor();
  await audit(page, "a tournament", LOOKS);
  await page.goto("/tournaments");
  await files.locator("summary", { hasText: "Tic-tac-toe" }).click();
  await files.getByRole("button", { name: /^Start / }).first().waitFor();
  await audit(page, "/tournaments", LOOKS);

  await page.goto("/analyse");
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("heading", { name: "Every move" }).waitFor();
  await audit(page, "/analyse", LOOKS);

  // A written tree is searched to its depth.
  await page.goto("/costs?game=tree");
  await page.getByText("Depth: 2 plies").waitFor();

  await page.goto("/nowhere");
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await page.goto("/match/123");
  await page.getByText("There is no such match.").waitFor();
  assert.deepEqual(page.failures, []);
});
