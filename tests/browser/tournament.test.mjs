// A tournament on the page: started, watched, and one of its matches replayed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { marks, moves, open, verdict, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** Starts the first tournament of a game, or the named one. */
async function start(page, game, name = "") {
  await page.goto("/tournaments");
  const files = page.getByRole("region", { name: "Start a tournament of bots" });
  await files.locator("summary", { hasText: game }).click();
  await files.getByRole("button", { name: `Start ${name}` }).first().click();
  await page.waitForURL(/\/tournaments\/./);
}

test("a tournament fills its table, and its matches can be replayed", async () => {
  const page = await arena.operator();
  await start(page, "Tic-tac-toe");

  // The first screen is the verdict, the crosstable and the ratings. The other sections are closed.
  assert.equal(await page.getByRole("table", { name: "Standings" }).count(), 0);
  await page.locator("#standings summary").first().click();
  const standings = page.getByRole("table", { name: "Standings" });
  await standings.waitFor();
  const games = () => standings.locator("tbody tr td:nth-child(3)").allTextContents();
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr td:nth-child(3)")].some((cell) => Number(cell.textContent) > 0));
  // Each match counts once for each of its two entrants.
  const total = (await games()).reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0);
  assert.equal(total % 2, 0);

  // During play rows move under the pointer, so a click may miss its target.
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  // The verdict is a few sentences and up to three matches, which lead to the match itself.
  const verdictOf = page.getByRole("region", { name: "Verdict" });
  assert.match(await verdictOf.getByTestId("finding").textContent(), / points from .+\. .+\.$/);
  await page.waitForFunction(() => document.querySelector(".verdict li a")?.pathname.startsWith("/match/"));
  // The list of an entrant's matches has those of one result, against all opponents.
  const find = page.getByRole("region", { name: "Find matches" });
  await find.locator("summary").click();
  const worst = await standings.locator("tbody tr").last().getByRole("rowheader").locator("bdi.full").textContent();
  await find.getByLabel("Entrant").selectOption(worst);
  await find.getByRole("radio", { name: "Lost" }).check({ force: true });
  await page.getByRole("heading", { name: `Lost by ${worst}` }).waitFor();
  await page.locator("#pair li a").first().waitFor();
  assert.equal(await page.locator("#pair li a").filter({ hasText: `${worst} won` }).count(), 0);
  assert.equal(await page.locator("#pair li a").filter({ hasText: worst }).count(), 20);
  assert.match(page.url(), /result=lost/);

  // The addressed element is in view, after a click and when the page is opened with it.
  const top = () => page.locator("#pair").evaluate((it) => Math.round(it.getBoundingClientRect().top));
  await page.locator(".pair a").first().click();
  await page.locator("#pair li a").first().waitFor();
  assert.ok(Math.abs(await top()) <= 1, `${await top()}`);
  await page.reload();
  await page.locator("#conditions").waitFor();
  await page.waitForFunction(() => Math.abs(document.getElementById("pair").getBoundingClientRect().top) <= 1);
  await page.locator("#pair li a").first().click();
  await page.waitForURL(/\/match\//);
  await verdict(page).waitFor();
  const played = await moves(page);
  assert.ok(played.length >= 5, `a finished tic-tac-toe has at least five moves, not ${played.length}`);
  assert.equal((await marks(page)).length, played.length);

  // The board starts with the opening, if there is one.
  await page.keyboard.press("Home");
  await page.getByRole("gridcell", { name: `${played.at(-1)}, empty` }).waitFor();
  const opening = (await marks(page)).length;
  const shown = (n) => played.slice(0, n).map((point, ply) => `${point}, ${ply % 2 === 0 ? "X" : "O"}`).sort();
  assert.deepEqual((await marks(page)).sort(), shown(opening));
  await page.getByRole("button", { name: "Next move" }).click();
  assert.deepEqual((await marks(page)).sort(), shown(opening + 1));
  await page.getByRole("region", { name: "Moves" }).locator(`[data-move="${played[opening + 1]}"]`).click();
  assert.deepEqual((await marks(page)).sort(), shown(opening + 2));
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual((await marks(page)).sort(), shown(opening + 1));
  await page.keyboard.press("End");
  assert.equal((await marks(page)).length, played.length);
  assert.deepEqual(page.failures, []);
});

test("a table fits a phone, with sortable columns and other figures on demand", async () => {
  const page = await arena.operator();
  // Names of three parts, from a grid over three keys.
  await start(page, "Tic-tac-toe", "Tic-tac-toe: the same strength for fewer nodes");
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.locator("#standings summary").first().click();
  const box = page.getByRole("group", { name: "Standings" });
  const headers = () => box.getByRole("columnheader").count();
  const all = await headers();
  await page.setViewportSize({ width: 390, height: 844 });
  const by = page.locator("#standings").getByLabel("Sorted by");
  await by.waitFor();
  assert.ok((await headers()) < all, `${await headers()} columns of ${all}`);
  for (const width of [390, 768, 1100, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    // The columns follow the width within a frame.
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    const [inner, outer] = await box.evaluate((it) => [it.scrollWidth, it.clientWidth]);
    assert.ok(inner <= outer, `${inner} in ${outer} at ${width}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await by.selectOption({ label: "Nodes/move" });
  const nodes = async () => (await box.locator("tbody tr td:nth-last-child(2)").allTextContents()).map((text) => Number(text.replaceAll(",", "")));
  assert.equal(await box.getByRole("columnheader", { name: /Nodes\/move/ }).getAttribute("aria-sort"), "descending");
  assert.deepEqual(await nodes(), (await nodes()).toSorted((a, b) => b - a));
  await box.getByRole("button", { name: /^Other figures / }).first().click();
  // Each figure with its label.
  await box.locator(".others dt", { hasText: "As first" }).waitFor();
  assert.equal((await box.locator(".others dl > div").count()) + (await headers()) - 1, all);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.failures, []);
});

test("a running tournament is paused, continued, sped up and stopped", async () => {
  const page = await arena.operator();
  await start(page, "Chess", "Chess: what a ply is worth");
  await page.getByRole("button", { name: "Pause" }).click();
  const goOn = page.getByRole("button", { name: "Go on" });
  await goOn.waitFor();
  await page.getByText("paused", { exact: true }).waitFor();
  const played = async () => Number.parseInt((await page.getByTestId("played").textContent()).replaceAll(",", ""), 10);
  const atPause = await played();
  const atATime = page.getByRole("group", { name: "Matches at a time" }).locator("[aria-live]");
  const many = 1 + Number.parseInt(await atATime.textContent(), 10);
  await page.getByRole("button", { name: "More at a time" }).click();
  await page.getByText(`${many} at a time`).waitFor();
  await page.getByRole("button", { name: "Fewer at a time" }).click();
  await page.getByText(`${many - 1} at a time`).waitFor();
  await page.waitForTimeout(2_000);
  // Running matches still end.
  assert.ok((await played()) <= atPause + many, `${await played()} matches played after a pause at ${atPause}`);
  await goOn.click();
  const more = atPause + many + 1;
  await page.waitForFunction((more) => Number.parseInt(document.querySelector("[data-testid=played]").textContent, 10) >= more, more);
  await page.getByRole("button", { name: "Stop after the current matches" }).click();
  await page.getByText("stopped", { exact: true }).waitFor();
  assert.deepEqual(page.failures, []);
});

test("a link authorizes one browser once and disappears from the address", async () => {
  const page = await arena.operator();
  assert.equal(page.url(), `${arena.url}/`);
  const cookies = await page.context().cookies();
  assert.deepEqual(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite })), [{ httpOnly: true, sameSite: "Strict" }]);
  assert.equal(await page.evaluate(() => document.cookie), "");
  await page.goto("/tournaments");
  await page.getByText(/^This browser has operator rights for /).waitFor();
  await page.getByRole("button", { name: "Give up operator rights" }).click();
  await page.getByText("only the operator can start bot tournaments", { exact: false }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Start / }).count(), 0);

  const visitor = await arena.visitor();
  await visitor.goto(`/#operator=${"0".repeat(64)}`);
  await visitor.getByText("this link has expired or has already been used").waitFor();
  assert.equal(visitor.url(), `${arena.url}/`);
  await visitor.goto("/tournaments");
  await visitor.getByText("only the operator can start bot tournaments", { exact: false }).waitFor();
  await visitor.getByRole("region", { name: "Open a league or a tournament" }).getByText("only the operator can open tournaments on this server").waitFor();
  assert.deepEqual([...page.failures, ...visitor.failures], []);
});

test("the wall shows the running boards in turn, with the standings", async () => {
  const page = await arena.operator();
  await start(page, "Chess", "Chess: what a ply is worth");
  await page.getByRole("button", { name: "Wall mode" }).click();
  const wall = page.getByRole("dialog", { name: "Running boards" });
  await wall.locator(".board svg").waitFor();
  assert.equal(await wall.locator("h2 bdi").count(), 2);
  await wall.getByRole("heading", { name: "Standings points / matches played" }).waitFor();
  await wall.getByText(/^\/ \d+$/).first().waitFor();
  await wall.getByTestId("next-pairing").getByText(/^Next pairing: .+ – .+$/).waitFor();
  // As in the last matches of a round of a Swiss tournament.
  await page.route("**/underway", async (route) => {
    const { matches } = await (await route.fetch()).json();
    await route.fulfill({ json: { matches, awaits_round: true } });
  });
  await wall.getByTestId("next-pairing").getByText("The next round is paired when this one ends.").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.getByRole("button", { name: "Stop after the current matches" }).click();
  assert.deepEqual(page.failures, []);
});

test("a new server shows sample results at once", async () => {
  const sampled = await open({ ARENA_TOURNAMENTS_SAMPLES: "true" });
  try {
    const page = await sampled.visitor();
    await page.goto("/tournaments");
    const ladder = page.locator("li", { has: page.getByRole("link", { name: "Tic-tac-toe: the ladder" }) });
    await ladder.getByText("finished", { exact: true }).waitFor();
    await ladder.getByRole("link").click();
    await page.locator("#pairs").getByRole("rowheader", { name: /perfect/ }).waitFor();
    assert.deepEqual(page.failures, []);
  } finally {
    await sampled.close();
  }
});

test("a running match is followed on its page with pace, pause and step, both bots' thoughts and curves, and the standings", async () => {
  const toml = `name = "Watched"
game = "connect4"
rounds = 1
openings = { random_plies = 1 }
# A busy machine makes nobody lose.
limits = { margin_ms = 60_000 }
[[entrants]]
name = "Ada"
depth = 40
deepening = true
time_ms = 1500
[[entrants]]
name = "Bert"
depth = 40
deepening = true
time_ms = 1500
evaluation = "zero"
`;
  const token = await arena.token();
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const started = await fetch(`${arena.url}/api/tournaments`, { method: "POST", headers, body: JSON.stringify({ toml }) });
  const { id } = await started.json();
  const page = await arena.visitor();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/tournaments/${id}`);
  await page.getByRole("link", { name: /^Watch / }).first().click();
  const bar = page.getByRole("group", { name: "Playback" });
  const thoughts = page.getByRole("region", { name: "What the bots thought" });
  await thoughts.getByText(/^expects /).first().waitFor();
  await thoughts.getByRole("img", { name: /^The evaluations of [2-9]/ }).waitFor();
  await bar.getByRole("button", { name: "Pause" }).click();
  assert.equal(await thoughts.locator(".narrow").count(), 2);
  assert.equal(await thoughts.getByText(/^expects /).count(), await page.locator("[data-shape]").count());
  assert.equal(await page.getByRole("list", { name: "Standings" }).getByRole("listitem").count(), 2);
  const at = () => page.locator("section[aria-label=Moves] [aria-current=step]").evaluate((move) => Number(move.dataset.after));
  const before = await at();
  await page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length > n + 1, before);
  assert.equal(await at(), before, "a paused board stays");
  await bar.getByRole("button", { name: "Next move" }).click();
  assert.equal(await at(), before + 1);
  await page.getByRole("button", { name: /^(Back to now|To the end)$/ }).click();
  await verdict(page).waitFor();
  assert.deepEqual(page.failures, []);
});
