// The static site: the page without a server, from a plain server of files and below another folder. ARENA_SITE names the
// folder into which `node clients/site/build.mjs` built it; without it these tests are skipped.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { board, moves, openPart, startBrowser, turnOrEnd, verdict } from "./arena.mjs";

const folder = process.env.ARENA_SITE;
const skip = folder ? false : "ARENA_SITE is not set";
/** Where the site lies on its host. */
const PLACE = "/class/arena/";
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm" };

let server, browser, base;
/** The paths that were asked for and are not there. */
const missing = [];

before(async () => {
  if (skip) return;
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const name = pathname.startsWith(PLACE) ? pathname.slice(PLACE.length) || "index.html" : undefined;
    const file = name === undefined ? undefined : join(folder, normalize(name));
    if (file === undefined || !(await stat(file).catch(() => undefined))?.isFile()) {
      missing.push(request.url);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${server.address().port}${PLACE}`;
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A new visitor of a view. Requests outside the folder and errors in the console are failures. */
async function visit(view) {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.failures = [];
  page.on("pageerror", (error) => page.failures.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.failures.push(message.text()));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) page.failures.push(request.url());
  });
  await page.goto(`${base}#${view}`);
  return page;
}

/** Checks that nothing went wrong, and ends the visit. */
async function leave(page) {
  assert.deepEqual(page.failures, []);
  assert.deepEqual(missing, []);
  await page.context().close();
}

const played = (page, least) => page.waitForFunction((n) => document.querySelectorAll("section[aria-label=Moves] li button").length >= n || document.querySelector("[data-testid=verdict]"), least);

test("a match against a bot is played to the end, and its moves are stepped through", { skip }, async () => {
  const page = await visit("/");
  await openPart(page, "Game");
  await page.getByRole("radio", { name: "Tic-tac-toe" }).check({ force: true });
  await page.getByRole("region", { name: "Tic-tac-toe: the board" }).locator("[data-point=b2]").click();
  await page.waitForURL(/#\/match\//);
  await played(page, 2);
  assert.equal((await moves(page))[0], "b2");
  while ((await turnOrEnd(page)) === "turn") {
    const before = (await moves(page)).length;
    await board(page).locator(".playable").first().click();
    await played(page, before + 2);
  }
  await verdict(page).waitFor();
  assert.ok((await moves(page)).length >= 5);
  await page.getByRole("region", { name: "Moves" }).locator("li button").first().click();
  await page.waitForURL(/ply=1$/);
  const finished = new URL(page.url()).hash.split("?")[0];
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.hash.startsWith("#/match/") && !url.hash.startsWith(finished));
  await leave(page);
});

test("a search is stepped through, and its address leads back to the step", { skip }, async () => {
  const page = await visit("/step");
  const sentence = page.getByTestId("sentence");
  await sentence.waitFor();
  await page.getByRole("button", { name: "Next cut" }).click();
  await sentence.getByText(/2 leaves cut \(4, 6\)/).waitFor();
  await page.waitForURL(/at=/);
  const said = await sentence.textContent();
  await page.reload();
  await sentence.getByText(said).waitFor();
  await leave(page);
});

test("a position is analysed, and the links between views lead to the same question", { skip }, async () => {
  const page = await visit("/analyse?game=connect4&moves=d+d");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.getByRole("heading", { name: "Every move" }).waitFor();
  const link = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Step by step" });
  await link.hover();
  // The whole address also works in another tab.
  assert.match(await link.evaluate((it) => it.href), /\/class\/arena\/#\/step\?game=connect4&moves=d\+d/);
  await link.click();
  await page.waitForURL(/#\/step\?/);
  await page.getByTestId("sentence").waitFor();
  await page.goBack();
  await page.waitForURL(/#\/analyse\?/);
  await leave(page);
});

test("a lesson is done, and what needs a server is absent", { skip }, async () => {
  const page = await visit("/lessons");
  await page.getByRole("textbox", { name: "Your answer", exact: true }).fill("7");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByTestId("verdict-of-lesson").getByText("Right.").waitFor();
  const names = await page.getByRole("navigation").first().getByRole("link").allTextContents();
  assert.deepEqual(names, ["Play", "Bots", "Learn", "Analyse"]);
  await page.goto(`${base}#/tournaments`);
  await page.getByRole("link", { name: "Play a match" }).waitFor();
  await leave(page);
});
