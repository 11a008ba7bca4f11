// A real arena and a real browser for the browser tests.
//
//   ARENA_BIN=target/debug/arena node --test --test-concurrency=2 tests/browser/
//
// ARENA_URL selects a running arena instead, and ARENA_DATA is its data directory. The packages are those of
// clients/web (`npm ci` there).

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "node:test";
import { promisify } from "node:util";

const require = createRequire(new URL("../../clients/web/package.json", import.meta.url));
export const { chromium } = require("playwright-core");
const axe = require("axe-core");

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** Both colours and both sizes, but not every combination. */
export const LOOKS = [{ ...DESKTOP, scheme: "light" }, { ...PHONE, scheme: "dark" }];

// All players of a test come from one address, and their accounts are new.
const RATED = { ARENA_ACCOUNTS_RATED_SAME_ADDRESS: "true", ARENA_ACCOUNTS_RATED_AFTER_HOURS: "0" };
// Lists of tournaments begin empty, and only the operator composes unless a test says otherwise.
const EMPTY = { ARENA_TOURNAMENTS_SAMPLES: "false", ARENA_COMPOSING_RUNNING: "0" };
// A slow or loaded machine is no failure. Nor is an analysis that a page of an earlier test still waits for: all pages have
// one address.
const PATIENT = { ARENA_BOTS_ANALYSIS_MS: "60000", ARENA_LIMITS_ANALYSES_PER_ADDRESS: "16", ARENA_LIMITS_LIST_MS: "60000", ARENA_LIMITS_HELLO_MS: "60000", ARENA_LIMITS_HEADER_MS: "60000" };

/** The tournaments of tic-tac-toe, which the tests play to the end, last a minute in a debug build. These are short. */
async function writeShortTournaments(folder) {
  const usual = new URL("../../config/tournaments/", import.meta.url);
  await mkdir(join(folder, "tournaments"), { recursive: true });
  for (const name of (await readdir(usual)).filter((name) => name.startsWith("tictactoe-"))) {
    const toml = await readFile(new URL(name, usual), "utf8");
    await writeFile(join(folder, "tournaments", name), toml.replace(/^rounds = \d+$/m, "rounds = 6"));
  }
}

/**
 * Starts the arena on a free port with an empty data directory; resolves with its address and a function to stop it.
 * `settings` are environment variables for its settings.
 */
async function startArena(settings) {
  const bin = process.env.ARENA_BIN;
  if (!bin) throw new Error("Set ARENA_BIN to the arena's binary, also where ARENA_URL names a running one.");
  if (process.env.ARENA_URL && !settings) return { url: process.env.ARENA_URL, data: process.env.ARENA_DATA ?? "data", stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), "arena-browser-"));
  const data = join(folder, "data");
  const config = join(folder, "config");
  await writeShortTournaments(config);
  const env = { ...process.env, ...RATED, ...EMPTY, ...PATIENT, ARENA_CONFIG_DIR: config, ...settings };
  const child = spawn(bin, ["serve", "--listen", "127.0.0.1:0", "--data", data], { stdio: ["ignore", "pipe", "pipe"], env });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    void exited.then((code) => reject(new Error(`the arena ended with ${code} before it named its address:\n${said}`)));
  });
  const stop = async () => {
    child.kill("SIGINT");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, data, stop };
}

/** Starts the browser. A start that fails, as it may on a machine under load, is tried again once. */
export async function startBrowser() {
  const options = { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, timeout: 120_000 };
  return chromium.launch(options).catch((error) => {
    console.warn(`the browser did not start; trying again: ${error.message}`);
    return chromium.launch(options);
  });
}

/** The pages of the running test. Open pages would go on working beside the next tests. */
const pages = new Set();
afterEach(async (test) => {
  for (const page of pages) {
    if (test.passed === false && !page.isClosed()) {
      const text = await page.innerText("body", { timeout: 5000 }).catch((error) => error.message);
      console.log(`${test.name}: ${page.url()} shows\n${text.slice(0, 2000)}\n`);
    }
    // A handler of a request may still be at work.
    await page.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    await page.context().close().catch(() => undefined);
  }
  pages.clear();
});

/** An arena and a browser for one test file, with these settings. */
export async function open(settings = undefined) {
  const arena = await startArena(settings);
  const browser = await startBrowser();
  return {
    url: arena.url,
    data: arena.data,
    /**
     * A new visitor with an own browser context and identity, or with a saved one (`storageState`). `scheme` is light
     * or dark, `locale` the browser's language, `hasTouch` whether its screen accepts taps.
     */
    async visitor(scheme = "light", storageState = undefined, locale = "en", hasTouch = false) {
      const context = await browser.newContext({ baseURL: arena.url, colorScheme: scheme, reducedMotion: "reduce", storageState, locale, hasTouch });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      page.failures = [];
      pages.add(page);
      page.on("pageerror", (error) => page.failures.push(String(error)));
      // The console has what the content security policy blocks, and the warnings of the page's framework.
      page.on("console", (message) => {
        if (/Content Security Policy|svelte\.dev\/e\//i.test(message.text())) page.failures.push(message.text());
      });
      return page;
    },
    /** A new visitor whose browser is the operator's, by a link as the shell prints it. */
    async operator(scheme = "light", locale = "en") {
      const page = await this.visitor(scheme, undefined, locale);
      const asked = ["operator-link", "--data", arena.data, "--url", arena.url];
      const { stdout } = await promisify(execFile)(process.env.ARENA_BIN, asked);
      await page.goto(stdout.trim());
      await page.getByText(locale === "en" ? "This browser is now the operator's." : "这个浏览器现在归管理员使用。").waitFor();
      return page;
    },
    /** The operator's token. */
    async token() {
      return (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
    },
    /** Sends a request as the operator, and returns the answer. */
    async ask(path, body) {
      const headers = { "content-type": "application/json", authorization: `Bearer ${await this.token()}` };
      const answer = await fetch(arena.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      assert.ok(answer.ok, `${path}: ${answer.status}`);
      return answer.json();
    },
    async close() {
      await browser.close();
      await arena.stop();
    },
  };
}

/**
 * Returns the page's accessibility violations. A violation that disappears belongs to a page in transition, as with a
 * running clock; only a lasting one counts.
 */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Without `resultTypes`, axe would also describe every element that passes.
  const run = () => page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  for (let tries = 1; ; tries += 1) {
    const found = await run();
    if (found.length === 0 || tries === 4) return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`);
    await page.waitForTimeout(500);
  }
}

/** Asserts that the page has no accessibility violation and does not overflow, in these sizes and colours. */
export async function audit(page, name, looks = [DESKTOP, PHONE]) {
  for (const { width, height, scheme } of looks) {
    await page.setViewportSize({ width, height });
    if (scheme) await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await violations(page), [], `${name} at ${width}, ${scheme ?? "as before"}`);
    await fits(page, name, width);
  }
}

/** Asserts that the page does not overflow this width. */
export async function fits(page, name, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${name} is ${wide} wide at ${width}`);
}

/** Opens a part of the form of the first page: "Game", "Opponent", "Clock" or "Details". */
export async function openPart(page, name) {
  const button = page.locator("form .line").getByRole("button", { name: name === "Details" ? name : new RegExp(`^${name}: `) });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

/** Waits until the form of the first page is ready, and chooses game and opponent. */
export async function prepare(page, { game = "Tic-tac-toe", against = "A bot" } = {}) {
  await page.goto("/");
  await openPart(page, "Game");
  await page.getByRole("radio", { name: game }).check({ force: true });
  await choose(page, against);
  if (against === "Two bots") await page.getByLabel("Pace").selectOption("as played");
  return page.getByRole("button", { name: /^(Start|Create) the match$/ });
}

/** Chooses the kind of opponent. */
export async function choose(page, against) {
  await openPart(page, "Opponent");
  await page.getByRole("radio", { name: against, exact: true }).check({ force: true });
}

/** Like `prepare`, for a game with options and position in the address. */
export async function prepareAt(page, query, against = "A bot") {
  await page.goto(`/?${new URLSearchParams(query)}`);
  if (against !== "A bot") await choose(page, against);
  return page.locator("button.start:not(:disabled)");
}

/** The board of a match, and not that of the first page, which a click on Start leaves behind. */
export const board = (page) => page.getByRole("grid", { name: "Board" }).and(page.locator(":not(.start-board *)"));
export const verdict = (page) => page.getByTestId("verdict");
/** The marked points of tic-tac-toe, as "b2, X". */
export async function marks(page) {
  const labels = await board(page).getByRole("gridcell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  return labels.filter((label) => !label.includes("empty")).map((label) => label.split(", ").slice(0, 2).join(", "));
}
/** Returns the moves in the list, in order, with letters for pieces. */
export const moves = (page) => page.getByRole("region", { name: "Moves" }).locator("li button").evaluateAll((all) => all.map((move) => move.dataset.move));

/** Waits until it is this page's turn or the match is over, and returns which. */
export async function turnOrEnd(page) {
  const mine = page.getByText("Your turn", { exact: true });
  await mine.or(verdict(page)).first().waitFor();
  return (await verdict(page).count()) > 0 ? "end" : "turn";
}

/** Plays a match in which a click makes a move to its end, always with the last possible move. */
export async function playOut(page) {
  while ((await turnOrEnd(page)) === "turn") {
    const before = (await moves(page)).length;
    await page.locator(".playable").last().click();
    await page.waitForFunction((before) => document.querySelectorAll("section[aria-label=Moves] li button").length > before + 1 || document.querySelector("[data-testid=verdict]"), before);
  }
}
