// Forced colours: what is chosen, current or pressed looks different from the rest, and figures are not empty.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, fits, open, openPart, prepare, turnOrEnd, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(async () => await arena?.close());

/** Asserts that the background of each of these elements is not that of the other one. */
async function differ(page, chosen, other) {
  const colour = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.notEqual(await colour(chosen), await colour(other), `${chosen} looks like ${other}`);
}

for (const scheme of ["light", "dark"]) {
  test(`states and figures are visible in forced colours, ${scheme}`, async () => {
    const page = await arena.visitor(scheme);
    await page.emulateMedia({ forcedColors: "active" });
    await prepare(page);
    for (const [part, chosen, other] of [
      ["Game", "nav a[aria-current=page]", "nav a:not([aria-current])"],
      ["Game", ".cards input:checked + .face", ".cards input:not(:checked) + .face"],
      ["Opponent", ".bots input:checked + .face", ".bots input:not(:checked) + .face"],
      ["Opponent", ".segments input:checked + span", ".segments input:not(:checked) + span"],
      ["Opponent", ".level i.on", ".level i:not(.on)"],
    ]) {
      await openPart(page, part);
      await differ(page, chosen, other);
    }
    assert.deepEqual(await violations(page), [], "the first page");
    await fits(page, "the first page", 1280);

    await page.locator("button.start:not(:disabled)").click();
    await turnOrEnd(page);
    await board(page).locator(".playable").first().click();
    await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 2);
    await turnOrEnd(page);
    await differ(page, "li button[aria-current=step]", "li button:not([aria-current])");
    assert.deepEqual(await violations(page), [], "a match");

    await page.goto("/solved?game=tictactoe");
    await page.locator(".bar > span").first().waitFor();
    const parts = await page.locator(".bar > span").evaluateAll((all) => all.map((part) => getComputedStyle(part).backgroundColor));
    assert.equal(new Set(parts).size, 3, String(parts));
    await differ(page, "span.plot", "section.card");
    for (const view of ["/solved?game=tictactoe", "/analyse?game=tictactoe", "/bots", "/matches", "/learn", "/lessons", "/daily"]) {
      await page.goto(view);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForTimeout(500);
      assert.deepEqual(await violations(page), [], view);
    }
    assert.deepEqual(page.failures, []);
  });
}
