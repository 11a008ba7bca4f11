// Custom bots: built, rejected if inconsistent, played; and matches from a position.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, board, choose, DESKTOP, LOOKS, marks, open, openPart, turnOrEnd, verdict, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** A desktop in both colours. */
const COLOURS = ["light", "dark"].map((scheme) => ({ ...DESKTOP, scheme }));

test("a bot is built from another, validated, kept and played", async () => {
  const page = await arena.visitor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/bots/build");
  await page.getByLabel("Start from").selectOption("tictactoe-textbook");
  await page.getByLabel("Name", { exact: true }).fill("mine");
  const reading = page.getByRole("region", { name: "Its move here" });
  await reading.getByText("Best move").waitFor();

  // Five options come first; the others are folded, without those that change nothing in this game.
  assert.equal(await page.getByRole("checkbox", { name: "Quiescence search" }).count(), 0);
  await page.locator("summary", { hasText: "Memory and depth" }).click();
  // The server's message, at its field.
  const aspiration = page.getByRole("spinbutton", { name: "Aspiration window" });
  await aspiration.fill("20");
  await page.locator(".field", { has: aspiration }).getByText(/it needs deepening|set deepening = true/).waitFor();
  assert.equal(await aspiration.getAttribute("aria-invalid"), "true");
  await audit(page, "a wrong field", COLOURS);
  await aspiration.fill("");
  await page.waitForFunction(() => !document.querySelector("[aria-invalid=true]"));
  await reading.getByText("Best move").waitFor();
  assert.ok(await aspiration.isVisible(), "the group closes when its error is corrected");

  // Changes the order of the keys by keyboard as well as by dragging.
  const add = page.getByLabel("Move order: Add a criterion");
  await add.selectOption("static");
  await add.selectOption("killers");
  await page.getByRole("button", { name: "killers: earlier" }).click();
  const file = page.getByRole("textbox", { name: "As a file" });
  const inFile = (text) => page.waitForFunction((text) => document.querySelector("textarea")?.value.includes(text), text);
  await inFile('ordering = ["killers", "static"]');
  await page.getByRole("button", { name: "Copy as TOML" }).click();
  const toml = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(toml, /^\[\[bot\]\]\nname = "mine"\ngame = "tictactoe"\n/);

  await audit(page, "a changed bot", LOOKS);
  // The link alone restores everything.
  await page.waitForURL(/killers/);
  await page.reload();
  await inFile('ordering = ["killers", "static"]');
  // So does the text of the file. A wrong text changes nothing.
  await file.fill("depth = = 4");
  await file.blur();
  await page.getByText("Line 1 is not valid TOML.").waitFor();
  await file.fill(toml.replace("[[bot]]", "[[bot]]\ndepth = 5"));
  await file.blur();
  await page.getByText("Line 1 is not valid TOML.").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("spinbutton", { name: "Depth", exact: true }).inputValue(), "5");

  // What is pasted is saved, even if the field has the focus until the click.
  await file.fill('[[bot]]\nname = "pasted"\ngame = "tictactoe"\ndepth = 2\n');
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Saved as version 1" }).waitFor();
  assert.match(await page.evaluate(() => JSON.stringify(localStorage)), /pasted/);
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "pasted");
  // No bot takes the name of one of the server's.
  await page.getByLabel("Name", { exact: true }).fill("tictactoe-club");
  await page.getByText("A bot of this server has this name.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Save", exact: true }).isDisabled());
  await page.goto("/bots");
  const pasted = page.getByRole("region", { name: "My bots" });
  await pasted.getByRole("button", { name: "Remove pasted" }).click();
  await pasted.getByRole("button", { name: "Remove it?" }).click();
  await page.goBack();
  await file.fill(toml.replace("[[bot]]", "[[bot]]\ndepth = 5"));
  await file.blur();

  // It is saved in the browser with its versions, and can be opened again.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Saved as version 1" }).waitFor();
  await page.getByRole("spinbutton", { name: "Depth", exact: true }).fill("3");
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.goto("/bots");
  const mine = page.getByRole("region", { name: "My bots" });
  await mine.getByText("Not measured yet.").waitFor();
  await mine.getByText("History (2)").click();
  await mine.getByText(/· Depth$/).waitFor();
  await audit(page, "a bot in the list", COLOURS);
  await mine.getByRole("link", { name: "Change" }).click();
  await inFile("depth = 3");
  // The board shows the move at once, also after moves on it.
  await board(page).locator(".expected").first().waitFor();

  await page.getByRole("link", { name: "Play it" }).click();
  await openPart(page, "Opponent");
  await page.locator("label:has(:checked)", { hasText: "A bot that you built." }).waitFor();
  // It can be picked for both seats, too.
  await choose(page, "Two bots");
  for (const seat of ["First: X", "Second: O"]) await page.getByRole("group", { name: seat }).getByRole("radio", { name: /^mine/ }).check({ force: true });
  await page.getByRole("button", { name: "Start and watch" }).click();
  await verdict(page).waitFor();
  await page.getByText("mine (X)").first().waitFor();
  // The bot of an address comes before the last choice.
  await page.goto("/?game=tictactoe&bot=tictactoe-random");
  await openPart(page, "Opponent");
  await page.locator("label:has(:checked)", { hasText: "tictactoe-random" }).waitFor();
  await page.getByRole("radio", { name: /^mine/ }).check({ force: true });
  await page.getByRole("button", { name: "Start the match" }).click();
  await board(page).locator(".playable").first().click();
  await page.getByText("mine").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 2);
  assert.deepEqual(page.failures, []);
});

test("a custom bot plays in a composed tournament", async () => {
  const page = await arena.operator();
  await page.goto("/bots/build");
  await page.getByLabel("Start from").selectOption("tictactoe-textbook");
  await page.getByLabel("Name", { exact: true }).fill("mine");
  await page.getByRole("spinbutton", { name: "Depth", exact: true }).fill("3");
  await page.getByRole("link", { name: "Enter it in a tournament" }).click();
  await page.getByText("mine", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Add all \d+ bots$/ }).click();
  const start = page.locator("button:enabled", { hasText: "Start the tournament" });
  await start.click();
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  if ((await page.locator("#standings details[open]").count()) === 0) await page.locator("#standings summary").first().click();
  const rows = page.getByRole("table", { name: "Standings" }).locator("tbody tr");
  const own = rows.filter({ has: page.getByRole("rowheader", { name: /mine/ }) });
  assert.equal(await own.count(), 1);
  // It has met each of the others, and its matches are listed.
  const [points, played] = await own.locator("td").evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.textContent));
  assert.ok(Number(played) >= 2 * ((await rows.count()) - 1), `${points} of ${played}`);
  await page.getByRole("link", { name: /^mine against / }).first().click();
  await page.locator("#pair li a").first().waitFor();
  assert.deepEqual(page.failures, []);
});

test("a bot of one's own duels with all bots of the server, and others learn why they cannot", async () => {
  const page = await arena.operator();
  await page.goto(`/bots/build?${new URLSearchParams({ bot: JSON.stringify({ game: "bones", name: "counter", depth: 2 }) })}`);
  // The builder saves the bot and starts the duel.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Saved as version 1" }).waitFor();
  await page.getByRole("button", { name: "Duel with all bots of the server" }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { name: "counter against all bots" }).waitFor();
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByText(/^counter scored [\d½]+ points? from \d+ matches \(\d+\.\d%\)\. Of 4 opponents, it (outscored \d|is )/).waitFor();
  // A reader of another language sees its name in that language.
  const reader = await arena.visitor("light", undefined, "zh-CN");
  await reader.goto(page.url());
  await reader.getByRole("heading", { name: "counter 挑战全部内置机器人" }).waitFor();
  assert.deepEqual(reader.failures, []);
  await page.goto("/bots");
  await page.getByText(/^Beat \d of 4 bots of the server\./).waitFor();
  // Against one bot it plays more, and its result against all stays.
  await page.goto(`/bots/build?${new URLSearchParams({ bot: JSON.stringify({ game: "bones", name: "counter", depth: 2 }) })}`);
  await page.getByLabel("Opponent of the duel").selectOption("bones-perfect");
  await page.getByRole("button", { name: /^Duel with / }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByText(/ from 40 matches /).first().waitFor();

  const guest = await arena.visitor();
  await guest.goto(`/bots/build?${new URLSearchParams({ bot: JSON.stringify({ game: "bones", name: "counter", depth: 2 }) })}`);
  await guest.getByRole("button", { name: "Save", exact: true }).click();
  await guest.getByRole("button", { name: "Duel with all bots of the server" }).click();
  await guest.getByText(/A duel is a tournament, and you cannot start one now\. /).waitFor();
  await guest.goto("/bots");
  await guest.getByText(/A duel is a tournament, and you cannot start one now\. /).waitFor();
  assert.equal(await guest.getByRole("button", { name: "Duel with all bots of the server" }).count(), 0);
  assert.deepEqual([...page.failures, ...guest.failures], []);
});

test("a guest's bot enters a tournament and duels within the budget, and moves to the account with the name", async () => {
  const ours = await open({ ARENA_COMPOSING_RUNNING: "2" });
  try {
    const page = await ours.visitor();
    await page.goto(`/bots/build?${new URLSearchParams({ bot: JSON.stringify({ game: "bones", name: "counter", depth: 2 }) })}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Saved as version 1" }).waitFor();
    await page.goto("/bots");
    const mine = page.getByRole("region", { name: "My bots" });
    await mine.getByText("Saved in this browser.").waitFor();
    await mine.getByText("Guests from your address have 200 of 200 matches left today.").waitFor();
    assert.deepEqual(await violations(page), []);
    await mine.getByRole("link", { name: "Enter in a tournament" }).click();
    await page.getByRole("listitem").getByText("counter", { exact: true }).waitFor();
    // The composer offers the reader's own bots beside those of the server.
    await page.getByLabel("Add a bot…").selectOption("bones-random");
    await page.getByText("2 matches", { exact: true }).waitFor();
    assert.equal(await page.locator('optgroup[label="My bots"] option', { hasText: "counter" }).count(), 1);
    await page.locator("button:enabled", { hasText: "Start the tournament" }).click();
    await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
    await page.getByText("finished", { exact: true }).waitFor({ timeout: 60_000 });
    await page.goto("/bots");
    await mine.getByText("Guests from your address have 198 of 200 matches left today.").waitFor();
    await mine.getByRole("button", { name: "Duel with all bots of the server" }).click();
    await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
    await page.getByText("finished", { exact: true }).waitFor({ timeout: 60_000 });

    await page.goto("/account");
    const claim = page.getByRole("form", { name: "Claim a name" });
    await claim.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
    await claim.getByLabel("Password").fill("nanosecond wire");
    await claim.getByRole("button", { name: "Claim it" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.waitForFunction(() => localStorage.getItem("minimax-arena.bots") === null);

    const elsewhere = await ours.visitor();
    await elsewhere.goto("/account");
    const login = elsewhere.getByRole("form", { name: "Log in" });
    await login.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
    await login.getByLabel("Password").fill("nanosecond wire");
    await login.getByRole("button", { name: "Log in" }).click();
    await elsewhere.getByRole("heading", { name: "You are Grace Hopper." }).waitFor();
    await elsewhere.goto("/bots");
    const saved = elsewhere.getByRole("region", { name: "My bots" });
    await saved.getByText("Saved to your account.").waitFor();
    await saved.getByText(/^Beat \d of 4 bots of the server\./).waitFor();
    assert.deepEqual([...page.failures, ...elsewhere.failures], []);
  } finally {
    await ours.close();
  }
});

test("a match continues from another match's position against a bot", async () => {
  const page = await arena.visitor();
  await page.goto("/?game=tictactoe&bot=tictactoe-club");
  await page.locator("button.start:not(:disabled)").click();
  await board(page).getByRole("gridcell", { name: /^b2/ }).click();
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 2);
  await turnOrEnd(page);
  const before = await marks(page);
  const first = page.url();
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.locator("details.from[open]").getByRole("grid").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL((url) => url.pathname.startsWith("/match/") && url.href !== first);
  await board(page).locator(".playable").first().waitFor();
  assert.deepEqual(await marks(page), before);
  await board(page).locator(".playable").first().click();
  // It is this side's turn until the server accepts the move.
  while ((await marks(page)).length <= before.length) await page.waitForTimeout(50);

  // The step-by-step view shows the same position.
  await page.goto(first);
  await page.getByRole("link", { name: "Step through a search" }).click();
  await page.getByTestId("sentence").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("moves")?.split(" ").length, 2);
  assert.deepEqual(page.failures, []);
});

test("the experiment with alpha-beta works for every bot of the catalogue, and its bars are in proportion", async () => {
  const page = await arena.visitor();
  const refused = [];
  page.on("response", (answer) => answer.status() === 422 && refused.push(answer.request().postData()));
  // A shallow search is refused as a deep one is. Equal searches of several bots are asked for once.
  const answers = new Map();
  await page.route(/\/api\/(analyse|position)$/, async (route) => {
    const asked = route.request().postDataJSON();
    const postData = JSON.stringify("depth" in asked ? { ...asked, depth: 2 } : asked);
    if (!answers.has(postData)) answers.set(postData, await route.fetch({ postData }));
    await route.fulfill({ response: answers.get(postData) });
  });
  const { games: listed } = await (await fetch(`${arena.url}/api/games`)).json();
  const games = listed.map(({ name }) => name);
  let tried = 0;
  for (const game of games) {
    await page.goto(`/bots?game=${game}`);
    const buttons = page.getByRole("button", { name: /^What does alpha-beta change for/ });
    await buttons.first().waitFor();
    for (let done = 1; (await buttons.count()) > 0; done += 1, tried += 1) {
      await buttons.first().click();
      await page.getByText(/Compared (at|to)/).nth(done - 1).waitFor();
    }
  }
  assert.ok(tried > games.length, `${tried} bots of ${games.length} games`);
  assert.deepEqual(refused, []);
  const parts = await page.locator("dl:has(i.pruned)").first().evaluate((list) => [...list.querySelectorAll("dd")].map((row) => [row.querySelector("i").getBoundingClientRect().width, Number(row.textContent.replace(/\D/g, ""))]));
  const [[without, nodes], [width, pruned]] = parts;
  assert.ok(Math.abs(width / without - pruned / nodes) < 0.03, JSON.stringify(parts));
  assert.deepEqual(page.failures, []);
});
