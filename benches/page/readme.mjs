// Takes the picture of the README: a match of connect four against the casual bot, after a few moves.
//
//   (cd clients/web && npm ci); cargo build --release; ARENA_BIN=target/release/arena node benches/page/readme.mjs [FILE]
//
// ARENA_URL selects a running arena instead.

import { open } from "../../tests/browser/arena.mjs";

const [file = "docs/screenshot.png"] = process.argv.slice(2);
/** A point of the column of each move. */
const COLUMNS = ["d4", "d4", "c4", "f4"];

const arena = await open();
try {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 1200, height: 860 });
  await page.goto("/?game=connect4&bot=connect4-casual");
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  for (const [made, point] of COLUMNS.entries()) {
    await page.getByText("Your turn", { exact: true }).waitFor();
    await page.locator(`[data-point="${point}"]`).click();
    await page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length >= n || document.querySelector("[data-testid=verdict]"), 2 * made + 2);
    if (await page.getByTestId("verdict").count()) break;
  }
  // The pointer marks the cell below it.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: file });
} finally {
  await arena.close();
}
