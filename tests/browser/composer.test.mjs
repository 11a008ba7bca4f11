// Tournaments composed on the page, played and read; and pages about people.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

async function accessible(page, name) {
  assert.deepEqual(await violations(page), [], name);
}

test("a check of a composed tournament that got no answer is sent again", async () => {
  const page = await arena.operator();
  let dropped = 0;
  await page.route("**/api/tournaments/plan", (route) => (route.request().method() === "POST" && dropped++ === 0 ? route.abort() : route.continue()));
  await page.goto(`/tournaments/new?entrant=${encodeURIComponent(JSON.stringify({ game: "tictactoe", name: "mine", depth: 3 }))}`);
  await page.getByRole("button", { name: /^Add all \d+ bots$/ }).waitFor();
  await page.getByText("The arena cannot be reached just now.").first().waitFor();
  await page.getByText(/^Add at least one more entrant/).waitFor();
  await page.getByRole("button", { name: /^Add all \d+ bots$/ }).click();
  await page.locator("button:enabled", { hasText: "Start the tournament" }).waitFor();
  assert.deepEqual(page.failures, []);
});

test("a tournament runs after five inputs without typing", async () => {
  const page = await arena.operator();
  await page.goto("/tournaments");
  let inputs = 0;
  const click = async (locator) => {
    inputs += 1;
    await locator.click();
  };
  await click(page.getByRole("link", { name: "New tournament" }));
  await click(page.locator("label", { hasText: "Tic-tac-toe" }));
  await click(page.getByRole("button", { name: /^Add all \d+ bots$/ }));
  const start = page.getByRole("button", { name: "Start the tournament" });
  await page.waitForFunction(() => [...document.querySelectorAll("button")].some((button) => button.textContent === "Start the tournament" && !button.disabled));
  await page.getByText(/^(about|longer than) .+ at a time$/).waitFor();
  await accessible(page, "the composer");
  await click(start);
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  assert.ok(inputs <= 8, `${inputs} inputs`);

  // The table: a column sorts, a cell links to matches, a plot can be saved.
  const standings = page.getByRole("table", { name: "Standings" });
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.locator("#standings summary").first().click();
  const header = standings.getByRole("columnheader", { name: /Nodes\/move/ });
  await header.getByRole("button").click();
  assert.equal(await header.getAttribute("aria-sort"), "descending");
  const nodes = (await standings.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.cells[row.cells.length - 2].textContent))).map((text) => Number(text.replaceAll(",", "")));
  assert.deepEqual(nodes, nodes.toSorted((a, b) => b - a));
  // A plot is only drawn when it scrolls into view.
  await page.locator("#ratings").scrollIntoViewIfNeeded();
  await page.locator("#ratings figure svg").first().waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Ratings as PNG" }).click()]);
  assert.equal(saved.suggestedFilename(), "ratings.png");
  await accessible(page, "the results");
  await page.locator(".pair a").first().click();
  await page.locator("#pair li a").first().waitFor();

  // Repeats the tournament with another seed by editing its file.
  await page.getByRole("link", { name: "Edit a copy" }).click();
  const file = page.getByRole("textbox", { name: "As a file" });
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("seed = 1"));
  await file.fill((await file.inputValue()).replace("seed = 1", "seed = 77"));
  await page.waitForFunction(() => [...document.querySelectorAll("input[type=number]")].some((input) => input.value === "77"));
  assert.deepEqual(page.failures, []);
});

test("errors appear at their fields and grids show their entrants", async () => {
  const page = await arena.operator();
  await page.goto("/tournaments/new");
  await page.getByRole("button", { name: "Add a grid" }).click();
  await page.getByRole("textbox", { name: "Values: depth" }).fill("1, 2, 3, 4");
  await page.getByRole("textbox", { name: "Values: depth" }).press("Enter");
  await page.getByText("depth=4", { exact: true }).waitFor();
  await page.getByRole("spinbutton", { name: "Rounds" }).fill("0");
  const rounds = page.getByRole("alert").filter({ hasText: "must be between 1 and 1000000, got 0" });
  await rounds.waitFor();
  assert.equal(await page.getByRole("button", { name: "Start the tournament" }).isDisabled(), true);
  await page.getByRole("spinbutton", { name: "Rounds" }).fill("2");
  await page.getByText("24 matches", { exact: true }).waitFor();
  assert.deepEqual(page.failures, []);
});

test("a name is claimed, shown on its page, and used to log in", async () => {
  const page = await arena.visitor();
  await page.goto("/people");
  await page.getByRole("heading", { name: "The bots of this arena" }).waitFor();
  await accessible(page, "the leaderboards");
  await page.getByRole("link", { name: "Your account" }).click();
  const claim = page.getByRole("form", { name: "Claim a name" });
  await claim.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await claim.getByLabel("Password").fill("analytical engine");
  await accessible(page, "the account");
  await claim.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "You are Ada Lovelace." }).waitFor();
  // A key gets a purpose, a lifetime and what it may do.
  const key = page.getByRole("form", { name: "A new key" });
  await key.getByLabel("What the key is for").fill("laptop");
  await key.getByLabel("Expires after").selectOption("7");
  for (const scope of await key.getByRole("checkbox").all()) await scope.uncheck();
  assert.ok(await key.getByRole("button", { name: "Make a key" }).isDisabled(), "a key without rights");
  await key.getByRole("checkbox", { name: /^play/ }).check();
  await key.getByRole("button", { name: "Make a key" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText(/^made just now · expires .+ · may only play$/).waitFor();
  await page.getByRole("link", { name: "Your page" }).click();
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  await page.getByText("Not rated", { exact: true }).waitFor();
  await accessible(page, "a player");

  const elsewhere = await arena.visitor();
  await elsewhere.goto("/account");
  const login = elsewhere.getByRole("form", { name: "Log in" });
  await login.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await login.getByLabel("Password").fill("analytical engine");
  await login.getByRole("button", { name: "Log in" }).click();
  await elsewhere.getByRole("heading", { name: "You are Ada Lovelace." }).waitFor();
  // Each browser finds itself among the sessions.
  const sessions = (page) => page.getByRole("region", { name: "Where you are logged in" });
  await sessions(elsewhere).getByText(/^logged in just now/).waitFor();
  assert.deepEqual(await sessions(elsewhere).locator("li b").allTextContents(), ["This browser"]);
  await page.goto("/account");
  await sessions(page).getByText("Another browser").waitFor();
  assert.deepEqual(await sessions(page).locator("li b").allTextContents(), ["This browser", "Another browser"]);
  await sessions(page).getByRole("button", { name: "Log out the browser that logged in just now" }).click();
  await sessions(page).getByText("Another browser").waitFor({ state: "detached" });
  assert.deepEqual([...page.failures, ...elsewhere.failures], []);
});

test("a lost password is replaced with a recovery code, and a bot's lost key with a new one", async () => {
  const page = await arena.visitor();
  await page.goto("/account");
  const claim = page.getByRole("form", { name: "Claim a name" });
  await claim.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
  assert.ok(await claim.getByRole("button", { name: "Claim it" }).isDisabled(), "a name needs a password");
  await claim.getByLabel("Password").fill("nanosecond wire");
  await claim.getByRole("button", { name: "Claim it" }).click();
  const code = await page.getByRole("region", { name: "Recovery codes of Grace Hopper" }).getByRole("listitem").first().textContent();
  await page.getByRole("button", { name: "Done" }).click();

  const elsewhere = await arena.visitor();
  await elsewhere.goto("/account");
  await elsewhere.getByText("Password lost, or none yet").click();
  const recover = elsewhere.getByRole("form", { name: "Password lost, or none yet" });
  await recover.getByLabel("Name").fill("Grace Hopper");
  await recover.getByLabel("New password").fill("flow matic 1955");
  await recover.getByLabel("Recovery code").fill("not a code");
  await recover.getByRole("button", { name: "Set a new password" }).click();
  await recover.getByRole("alert").filter({ hasText: "Wrong name, password or recovery code" }).waitFor();
  await recover.getByLabel("Recovery code").fill(code);
  await recover.getByRole("button", { name: "Set a new password" }).click();
  await elsewhere.getByRole("heading", { name: "You are Grace Hopper." }).waitFor();
  await elsewhere.getByText("7 recovery codes are left.").waitFor();

  // The key of a bot is lost, and another one replaces it.
  await elsewhere.getByRole("textbox", { name: "Name of the bot" }).fill("Mark II");
  await elsewhere.getByRole("button", { name: "Make a bot account" }).click();
  const shown = elsewhere.getByRole("region", { name: "Key of the bot Mark II" });
  const lost = await shown.locator(".key").textContent();
  await elsewhere.getByRole("button", { name: "Done" }).click();
  await elsewhere.getByRole("button", { name: "New key for Mark II" }).click();
  await accessible(elsewhere, "the replacement of a key");
  await elsewhere.getByRole("button", { name: "Replace the key" }).click();
  const key = await shown.locator(".key").textContent();
  const of = (token) => elsewhere.request.get("/api/accounts/me", { headers: { authorization: `Bearer ${token}` } });
  assert.deepEqual([(await of(lost)).status(), (await of(key)).status()], [401, 200]);
  await elsewhere.getByRole("button", { name: "Done" }).click();

  // Another password logs in from then on.
  const change = elsewhere.getByRole("form", { name: "Change the password" });
  await change.getByLabel("Current password").fill("flow matic 1955");
  await change.getByLabel("New password").fill("cobol at sixty");
  await change.getByRole("button", { name: "Change the password" }).click();
  await elsewhere.getByRole("heading", { name: "You are Grace Hopper." }).waitFor();
  assert.deepEqual([...page.failures, ...elsewhere.failures], []);
});
