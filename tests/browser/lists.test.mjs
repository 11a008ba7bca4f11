// Long lists: pages, filters in the address, and searches by name.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { tournaments } from "../../benches/page/fill.mjs";
import { audit, board, open, prepare } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const listed = (page) => page.locator("#played ~ ul > li > a").allTextContents();
const search = (page) => new URL(page.url()).search;

test("tournaments are paged, and the search is in the address", async () => {
  const token = await arena.token();
  await tournaments(arena.url, token, 31);
  const page = await arena.visitor();
  await page.goto("/tournaments");
  await page.locator("#played ~ ul > li").nth(24).waitFor();
  const newest = await listed(page);
  assert.equal(newest.length, 25);
  await audit(page, "the list of tournaments");
  await page.getByRole("button", { name: "Older" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#played ~ ul > li").length === 6);
  assert.match(search(page), /^\?before=\d+$/);
  const older = await listed(page);
  assert.deepEqual(new Set([...newest, ...older]).size, 31);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#played ~ ul > li").length === 6);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#played ~ ul > li").length === 25);

  const name = page.getByRole("searchbox", { name: "Name" });
  await name.fill("tournament 31");
  await page.waitForFunction(() => document.querySelectorAll("#played ~ ul > li").length === 1);
  assert.deepEqual(await listed(page), ["Tournament 31"]);
  assert.equal(search(page), "?name=tournament+31");
  await name.fill("nobody's");
  await page.getByText("No tournament has “nobody's” in its name.").waitFor();
  await name.fill("");
  await page.waitForFunction(() => document.querySelectorAll("#played ~ ul > li").length === 25);
  await page.getByLabel("State").selectOption("stopped");
  await page.getByText("No tournament matches.").waitFor();
  await page.getByLabel("State").selectOption("finished");
  await page.getByLabel("Game").selectOption("tictactoe");
  await page.waitForFunction(() => document.querySelectorAll("#played ~ ul > li").length === 25);
  assert.equal(search(page), "?status=finished&game=tictactoe");
  assert.deepEqual(page.failures, []);
});

test("matches are found by the name of a person or a bot", async () => {
  const page = await arena.visitor();
  await page.goto("/people");
  await page.getByRole("button", { name: /^Your name: (?!not known)/ }).click();
  await page.getByLabel("How others see you").fill("Wilhelmina");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Your name: Wilhelmina. Change it." }).waitFor();
  await (await prepare(page)).click();
  await page.waitForURL(/\/match\//);
  await page.goto("/matches");
  const name = page.getByRole("searchbox", { name: "With the player" });
  await name.fill("wilhel");
  await page.waitForFunction(() => new URLSearchParams(location.search).get("name") === "wilhel" && document.querySelectorAll("li.card").length === 1);
  await page.getByText("Wilhelmina").first().waitFor();
  await audit(page, "matches by name");
  await name.fill("tictactoe-");
  await page.waitForFunction(() => document.querySelectorAll("li.card").length === 1 && location.search.includes("tictactoe-"));
  await name.fill("nobody");
  await page.getByText("No player whose name begins with “nobody” is playing.").waitFor();
  await page.getByRole("button", { name: "Search all matches" }).click();
  await page.getByText("No match of a player whose name begins with “nobody”.").waitFor();
  assert.equal(search(page), "?name=nobody&status=all");
  assert.deepEqual(page.failures, []);
});

test("matches are found by their result", async () => {
  const page = await arena.visitor();
  await (await prepare(page)).click();
  await board(page).locator(".playable").first().click();
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=Moves] li button").length >= 2);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Resign?" }).getByRole("button", { name: "Resign" }).click();
  await page.getByTestId("verdict").waitFor();
  await page.goto("/matches");
  const result = page.getByLabel("Result");
  await page.getByText("Mine only").click();
  await result.selectOption("lost");
  await page.getByText("You lost by resignation").waitFor();
  assert.equal(search(page), "?mine=1&result=lost&status=finished");
  await audit(page, "matches by result");
  await result.selectOption("won");
  await page.getByText("No match found.").waitFor();
  // Without somebody whose result it is, only draws can be asked for.
  await page.getByText("Mine only").click();
  assert.deepEqual(await result.locator("option").allTextContents(), ["Any result", "Draw"]);
  assert.deepEqual(page.failures, []);
});

test("a view of hundreds of bots shows some of each game, more on demand, and search results", async () => {
  const folder = await mkdtemp(join(tmpdir(), "arena-config-"));
  await mkdir(join(folder, "bots"), { recursive: true });
  const many = Array.from({ length: 300 }, (_, i) => `[[bot]]\nname = "many-${i + 1}"\ngame = "tictactoe"\nabout = "One of many."\ndepth = 1\nseed = ${i + 1}\n`);
  await writeFile(join(folder, "bots", "many.toml"), many.join("\n"));
  const crowded = await open({ ARENA_CONFIG_DIR: folder });
  try {
    const page = await crowded.visitor();
    await page.goto("/bots");
    const cards = page.locator("li.card");
    const own = page.getByRole("region", { name: "Tic-tac-toe", exact: true }).locator("li.card");
    await own.nth(23).waitFor();
    assert.equal(await own.count(), 24);
    await page.getByRole("button", { name: /^\d+ more$/ }).click();
    await own.nth(47).waitFor();
    assert.equal(await own.count(), 48);
    await page.getByRole("searchbox", { name: "Search" }).fill("many-277");
    await page.waitForFunction(() => document.querySelectorAll("li.card").length === 1);
    assert.equal(search(page), "?name=many-277");
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByLabel("Game").selectOption("chess");
    await page.waitForFunction(() => document.querySelectorAll("main section").length === 1);
    assert.equal(search(page), "?game=chess");
    const shown = await cards.count();
    await page.reload();
    await cards.nth(shown - 1).waitFor();
    assert.equal(await cards.count(), shown);
    await audit(page, "the bots of a game");
    assert.deepEqual(page.failures, []);
  } finally {
    await crowded.close();
    await rm(folder, { recursive: true });
  }
});

describe("if players may compose", () => {
  let ours;
  before(async () => (ours = await open({ ARENA_COMPOSING_RUNNING: "1", ARENA_COMPOSING_GUEST_MATCHES: "1000", ARENA_COMPOSING_BUDGET_MS_PER_PLAYER: "8000" })));
  after(() => ours?.close());

  test("a player sees the budget, runs a tournament, and sees why another cannot start", async () => {
    const page = await ours.visitor();
    await page.goto("/tournaments");
    await page.getByRole("link", { name: "New tournament" }).click();
    await page.getByText("Guests from your address have 1,000 of 1,000 matches left today.").waitFor();
    await page.locator("label", { hasText: "Game of bones" }).click();
    await page.getByRole("button", { name: "Add a grid" }).click();
    await page.getByRole("textbox", { name: "Values: depth" }).fill("1, 2");
    await page.getByRole("textbox", { name: "Values: depth" }).press("Enter");
    const rounds = page.getByRole("spinbutton", { name: "Rounds" });
    await rounds.fill("2000");
    await page.getByTestId("refusal").getByText(/^The tournament has 4,?000 matches, but guests from your address have 1,?000 of 1,?000/).waitFor();
    const start = page.getByRole("button", { name: "Start the tournament" });
    assert.ok(await start.isDisabled());
    await rounds.fill("20");
    await page.locator("button:enabled", { hasText: "Start the tournament" }).waitFor();
    await audit(page, "a player's composer");
    await page.setViewportSize({ width: 1280, height: 800 });
    await start.click();
    await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
    await page.getByText("finished", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Edit a copy" }).click();
    const file = page.getByRole("textbox", { name: "As a file" });
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("nodes = 1000000"));
    await file.fill((await file.inputValue()).replace("rounds = 20", "rounds = 400"));
    await page.getByTestId("refusal").waitFor();
    assert.match(await page.getByTestId("refusal").textContent(), /^The tournament needs about \d+ s of processor time, but you have \d+ of 8 s per day left/);
    assert.ok(await start.isDisabled());
    assert.deepEqual(page.failures, []);
  });

  test("otherwise the composer says that only the operator may compose", async () => {
    const page = await arena.visitor();
    await page.goto("/tournaments/new");
    await page.getByText("Only the operator of this server may start tournaments").waitFor();
    assert.deepEqual(page.failures, []);
  });
});
