// A module from its hand-in to its end: tested, accepted, in a league without its author, refused by the operator.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, open } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** A module whose function `choose` returns the last legal move, or another instruction in the place of its subtraction. */
const wasm = (subtract = 0x6b) =>
  Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // The types: nothing to i32, and i32 to i32. Each has one function.
    ...[1, 10, 2, 0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f, 3, 3, 2, 0, 1],
    // A page of memory, and the exports.
    ...[5, 3, 1, 0, 1, 7, 27, 3],
    ...[6, ...Buffer.from("memory"), 2, 0, 5, ...Buffer.from("input"), 0, 0, 6, ...Buffer.from("choose"), 0, 1],
    // The address 1024, and the parameter minus 1.
    ...[10, 15, 2, 5, 0, 0x41, 0x80, 8, 0x0b, 7, 0, 0x20, 0, 0x41, 1, subtract, 0x0b],
  ]);

/** An evaluation for which all positions are equal. */
const EVEN = Buffer.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // Two functions from nothing to i32, a page of memory, and the exports.
  ...[1, 5, 1, 0x60, 0, 1, 0x7f, 3, 3, 2, 0, 0, 5, 3, 1, 0, 1, 7, 29, 3],
  ...[6, ...Buffer.from("memory"), 2, 0, 5, ...Buffer.from("input"), 0, 0, 8, ...Buffer.from("evaluate"), 0, 1],
  ...[10, 12, 2, 5, 0, 0x41, 0x80, 8, 0x0b, 4, 0, 0x41, 0, 0x0b],
]);

/** A visitor with a claimed name. */
async function person(name) {
  const page = await arena.visitor();
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).first().fill(name);
  await page.getByLabel("Password").first().fill("a long password");
  await page.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  return page;
}

async function handIn(page, name, buffer) {
  // The list below has a choice of the game, too, and is there before the page knows its reader.
  const form = page.locator("section[aria-labelledby=hand-in] form");
  await form.getByRole("combobox", { name: "Game" }).selectOption("tictactoe");
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Module (.wasm or .model)").setInputFiles({ name: `${name}.wasm`, mimeType: "application/wasm", buffer });
  await form.getByRole("button", { name: "Hand in", exact: true }).click();
}

test("a module is handed in, plays in a league, and is refused", { timeout: 240_000 }, async () => {
  const guest = await arena.visitor();
  await guest.goto("/bots/modules");
  await guest.getByText("Claim a name to hand in modules.").waitFor();

  const ann = await person("Ann");
  await ann.goto("/bots/modules");
  // Without the subtraction it returns an index that is no move.
  await handIn(ann, "wrong", wasm(0x1a));
  const wrong = ann.getByRole("region", { name: "wrong", exact: true });
  await wrong.getByText("refused", { exact: true }).waitFor();
  await handIn(ann, "last", wasm());
  const own = ann.getByRole("region", { name: "last", exact: true });
  await own.getByText("accepted", { exact: true }).waitFor({ timeout: 120_000 });
  await own.getByText("Report", { exact: true }).click();
  await own.getByText("it passes").waitFor();
  await audit(ann, "one's own modules");

  // Everybody can choose it, and its owner enters it in a league.
  await guest.reload();
  const shown = guest.getByRole("region", { name: "Ann/last" });
  await shown.getByText("Ann/last@1").waitFor();
  const clock = { initial_ms: 60_000, increment_ms: 1_000 };
  const league = await arena.ask("/api/tournaments/open", { name: "League", game: "tictactoe", format: "league", clock, bots: ["tictactoe-random"] });
  await ann.goto(`/tournaments/${league.tournament}`);
  await ann.getByText("With a module of yours").click();
  await ann.getByRole("button", { name: "Enter as Ann/last@1" }).click();
  await ann.getByRole("button", { name: "Withdraw Ann/last@1" }).waitFor();
  await ann.close();
  const played = async () => (await (await guest.request.get(`/api/tournaments/${league.tournament}/live`)).json()).played;
  for (const until = Date.now() + 60_000; (await played()) < 2; ) {
    assert.ok(Date.now() < until, "the module does not play without its author");
    await guest.waitForTimeout(200);
  }

  const operator = await arena.operator();
  await operator.goto("/operations");
  await operator.getByRole("combobox", { name: "Module" }).selectOption("Ann/last@1");
  await operator.getByLabel("Reason (shown to its owner)").fill("copied");
  await operator.getByRole("button", { name: "Refuse", exact: true }).click();
  await operator.getByText("module refused").waitFor();
  await guest.reload();
  await guest.getByText("No module was accepted yet.").waitFor();
  for (const page of [guest, operator]) assert.deepEqual(page.failures, []);
});

test("the evaluation of a module is used in a bot, in the stepper and in a tournament", { timeout: 240_000 }, async () => {
  const page = await person("Ben");
  await page.goto("/bots/modules");
  await handIn(page, "even", EVEN);
  await page.getByRole("region", { name: "even", exact: true }).getByText("accepted", { exact: true }).waitFor({ timeout: 120_000 });
  await page.goto("/bots/build");
  await page.getByLabel("Start from").selectOption("tictactoe-textbook");
  const evaluation = page.getByRole("combobox", { name: "Evaluation", exact: true });
  await evaluation.selectOption("Ben/even@1");
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(({ value }) => /evaluation = \{ .*even\.wasm/.test(value)));
  await page.getByRole("region", { name: "Its move here" }).getByText("Best move").waitFor();
  await audit(page, "the builder with a module");
  await page.getByRole("link", { name: "Watch it search" }).click();
  await page.waitForURL(/\/step/);
  await page.getByRole("button", { name: "Next step" }).waitFor();
  const composer = await arena.operator();
  await composer.goto(`/tournaments/new?${new URLSearchParams({ entrant: JSON.stringify({ game: "tictactoe", bot: "tictactoe-textbook" }) })}`);
  await composer.getByRole("combobox", { name: "Add a bot…" }).selectOption("Ben/even@1");
  await composer.getByText("2 entrants").first().waitFor();
  for (const one of [page, composer]) assert.deepEqual(one.failures, []);
});
