// Every view in both languages: no horizontal overflow; in English no accessibility violation, light and dark; in Chinese no
// English words except names and the server's English messages, which are marked as such.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, DESKTOP, fits, LOOKS, open, PHONE } from "./arena.mjs";
import { foreignWords } from "./foreign.mjs";

let arena;
let views;
before(async () => {
  arena = await open();
  const depths = 'name = "three-depths"\ngame = "tictactoe"\nrounds = 2\nseed = 1\n[openings]\nrandom_plies = 1\n[[entrants]]\ngrid = { depth = [1, 2, 3] }\n';
  const clock = { initial_ms: 60_000, increment_ms: 1_000 };
  const { id } = await arena.ask("/api/tournaments", { toml: depths });
  const league = await arena.ask("/api/tournaments/open", { name: "a-league", game: "tictactoe", format: "league", clock, bots: ["tictactoe-random", "tictactoe-casual"] });
  const robin = await arena.ask("/api/tournaments/open", { name: "a-robin", game: "connect4", format: "round-robin", clock });
  const bot = JSON.stringify({ game: "reversi", ordering: ["static"], table_mb: 8 });
  const lessons = ["minimax", "depth", "alpha-beta", "order", "books", "met"];
  views = [
    ["/", "button.start:not(:disabled)"],
    ["/?game=chess", "button.start:not(:disabled)"],
    ["/matches", ".filters"],
    ["/challenges", "main form"],
    ["/people", "main table"],
    ["/account", "main form"],
    ["/tournaments", "#played"],
    ["/tournaments/new", "textarea"],
    [`/tournaments/${id}`, "#conditions"],
    [`/tournaments/${league.tournament}`, "#live-table"],
    [`/tournaments/${robin.tournament}`, "#live-table"],
    ["/bots", "h3"],
    ["/bots/modules", "main .empty"],
    [`/bots/build?${new URLSearchParams({ bot })}`, "dl dd"],
    ["/analyse?game=hex", "form .button.primary:not(:disabled)"],
    ["/step", "[data-testid=sentence]"],
    ["/costs", "[aria-busy=false] tbody tr:nth-child(8)"],
    ["/solved", "main section h2"],
    ["/solved?game=bones", "main section h2"],
    ["/solved/map", "main section h2"],
    ["/learn", "main ol"],
    ["/daily", "main form"],
    ["/embed/step?game=tree", "[data-testid=sentence]"],
    ...lessons.map((lesson) => [`/lessons?lesson=${lesson}`, "main h2"]),
    ["/operations", "main .button.primary"],
    ["/nowhere", "main h1"],
  ];
});
after(() => arena?.close());

const chinese = async (page, path) => {
  assert.deepEqual(await foreignWords(page), [], path);
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await fits(page, path, size.width);
  }
};

// The language changes no structure and no colour. chinese.test.mjs audits Chinese pages.
for (const [locale, check] of [["en", (page, path) => audit(page, path, LOOKS)], ["zh-CN", chinese]]) {
  test(`every view in ${locale}`, async () => {
    const page = await arena.operator("light", locale);
    for (const [path, ready] of views) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await check(page, path);
    }
    assert.deepEqual(page.failures, []);
  });
}

test("a count of costs ends with its page and leaves the next address alone", async () => {
  const page = await arena.visitor();
  let [asked, release] = [0, () => undefined];
  const held = new Promise((go) => (release = go));
  await page.route("**/api/analyse", async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.goto("/costs");
  await page.waitForRequest("**/api/analyse");
  await page.getByRole("link", { name: "Lessons", exact: true }).click();
  await page.getByRole("heading", { name: "Lessons" }).waitFor();
  const answered = page.waitForResponse("**/api/analyse");
  release();
  await answered;
  // Another search would have begun by now, and the last one would write its address.
  await page.waitForTimeout(1000);
  assert.equal(asked, 1);
  assert.equal(new URL(page.url()).pathname, "/lessons");
  assert.deepEqual(page.failures, []);
});
