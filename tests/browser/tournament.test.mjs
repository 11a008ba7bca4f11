// A tournament from the page: started, watched, and one of its matches replayed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { marks, moves, open, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

test("a tournament fills its table, and a match of it can be stepped through", async () => {
  const page = await arena.visitor();
  await page.goto("/tournaments");
  const files = page.getByRole("region", { name: "Start one" }).getByRole("listitem");
  await files.filter({ hasText: "Tic-tac-toe ·" }).first().getByRole("button").click();
  await page.waitForURL(/\/tournaments\/./);

  const standings = page.getByRole("table", { name: "Standings" });
  await standings.waitFor();
  const games = () => standings.locator("tbody tr td:nth-child(3)").allTextContents();
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr td:nth-child(3)")].some((cell) => Number(cell.textContent) > 0));
  // Each match is one game for each of two entrants.
  const total = (await games()).reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0);
  assert.equal(total % 2, 0);

  await page.locator(".pair a").first().click();
  await page.locator("#pair li a").first().click();
  await page.waitForURL(/\/match\//);
  await verdict(page).waitFor();
  const played = await moves(page);
  assert.ok(played.length >= 5, `a finished tic-tac-toe has at least five moves, not ${played.length}`);
  assert.equal((await marks(page)).length, played.length);

  // An opening, if there is one, stands on the board at the start.
  await page.keyboard.press("Home");
  await page.getByRole("gridcell", { name: `${played.at(-1)}, empty` }).waitFor();
  const opening = (await marks(page)).length;
  const shown = (n) => played.slice(0, n).map((point, ply) => `${point}, ${ply % 2 === 0 ? "X" : "O"}`).sort();
  assert.deepEqual((await marks(page)).sort(), shown(opening));
  await page.getByRole("button", { name: "One move on" }).click();
  assert.deepEqual((await marks(page)).sort(), shown(opening + 1));
  await page.getByRole("region", { name: "Moves" }).getByRole("button", { name: played[opening + 1], exact: true }).click();
  assert.deepEqual((await marks(page)).sort(), shown(opening + 2));
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual((await marks(page)).sort(), shown(opening + 1));
  await page.keyboard.press("End");
  assert.equal((await marks(page)).length, played.length);
  assert.deepEqual(page.failures, []);
});
