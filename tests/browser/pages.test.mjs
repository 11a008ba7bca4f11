// No accessibility violation on any page, in light and dark, at desktop and phone size.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder, board, open, prepare, verdict } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

async function violations(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.map((n) => n.target.join(" ")).join("\n  ")}`);
}

async function audit(page, name, sizes = [DESKTOP, PHONE]) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    // A violation that disappears belongs to a page in transition, as with a running clock; only a lasting one counts.
    let found = await violations(page);
    for (let again = 0; again < 3 && found.length > 0; again += 1) {
      await page.waitForTimeout(500);
      found = await violations(page);
    }
    assert.deepEqual(found, [], `${name} at ${size.width}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= size.width, `${name} is ${wide} wide at ${size.width}`);
  }
}

for (const scheme of ["light", "dark"]) {
  test(`every page, ${scheme}`, async () => {
    const page = await arena.operator(scheme);
    const start = await prepare(page);
    await audit(page, "/");

    await page.getByRole("button", { name: "Settings" }).click();
    await audit(page, "the settings");
    await page.getByRole("button", { name: "Done" }).click();

    await start.click();
    await board(page).locator(".playable").first().waitFor();
    await audit(page, "a live match");
    // Matches are listed from their first move on.
    await board(page).locator(".playable").first().click();
    await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length === 2);
    await page.goto("/matches");
    await page.locator(".mini svg").first().waitFor();
    await audit(page, "/matches");
    await page.goBack();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Resign", exact: true }).last().click();
    await verdict(page).waitFor();
    await audit(page, "a finished match");

    await prepare(page);
    const games = await page.getByRole("group", { name: "Game", exact: true }).locator("label").allTextContents();
    assert.ok(games.length >= 3, `only ${games}`);
    for (const game of games) {
      await (await prepare(page, { game })).click();
      await page.getByText("Your turn", { exact: true }).waitFor();
      // Every board in both colours and at both sizes, but not in every combination.
      await audit(page, `a match of ${game}`, [scheme === "light" ? DESKTOP : PHONE]);
      await page.getByRole("button", { name: "Abort" }).click();
      await verdict(page).waitFor();
    }

    await page.goto("/bots");
    await page.getByRole("heading", { level: 3 }).first().waitFor();
    await audit(page, "/bots");

    await page.goto("/tournaments");
    const files = page.getByRole("region", { name: "Start a tournament" });
    await files.locator("summary", { hasText: "Tic-tac-toe" }).click();
    await files.getByRole("button", { name: /^Start / }).first().click();
    await page.waitForURL(/\/tournaments\/./);
    // On a phone the table of pairs is a heat map.
    await page.setViewportSize(DESKTOP);
    await page.locator(".pair a").first().click();
    await page.locator("#pair li a").first().waitFor();
    await audit(page, "a tournament");
    await page.goto("/tournaments");
    await files.locator("summary", { hasText: "Tic-tac-toe" }).click();
    await files.getByRole("button", { name: /^Start / }).first().waitFor();
    await audit(page, "/tournaments");

    await page.goto("/analyse");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.getByRole("heading", { name: "Every move" }).waitFor();
    await audit(page, "/analyse");

    await page.goto("/costs");
    await page.locator("[aria-busy=false] tbody tr:nth-child(8)").waitFor();
    await audit(page, "/costs");
    // A written tree is searched to its depth.
    await page.goto("/costs?game=tree");
    await page.getByText("Depth: 2 plies").waitFor();

    await page.goto("/nowhere");
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    await audit(page, "a page that is not there");
    await page.goto("/match/123");
    await page.getByText("There is no such match.").waitFor();
    assert.deepEqual(page.failures, []);
  });
}
