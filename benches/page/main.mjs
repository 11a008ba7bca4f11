// Measures how soon the page is usable with much data, and the cost of a frame of a large tree.
//
//   (cd clients/web && npm ci); cargo build --release; ARENA_BIN=target/release/arena node benches/page/main.mjs
//
// The script starts an arena, fills it with 300 tournaments, 1,000 live matches and a tournament of a hundred entrants, and
// opens each view RUNS times in a real browser. It measures the time from the navigation until the main content of the view
// is present and responds, and the main-thread tasks longer than 50 ms. Then it plays a trace of a million nodes, and moves
// a tree of ten thousand nodes on its canvas. tests/browser/much.test.mjs checks the counts.

import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crosstable, liveMatches, tournaments } from "./fill.mjs";

const require = createRequire(new URL("../../clients/web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const RUNS = Number(process.env.RUNS ?? 5);
const MANY = { tournaments: Number(process.env.TOURNAMENTS ?? 300), matches: Number(process.env.MATCHES ?? 1000), entrants: Number(process.env.ENTRANTS ?? 100) };
const LIMITS = { PLAYERS_PER_MINUTE: 100_000, MESSAGES: 1_000_000, REQUESTS: 1_000_000, CONNECTIONS_PER_ADDRESS: 1000, MATCHES_PER_ADDRESS: 10_000, MATCHES_PER_MINUTE_PER_ADDRESS: 10_000 };

async function startArena() {
  const data = await mkdtemp(join(tmpdir(), "arena-page-"));
  const env = { ...process.env, ARENA_TOURNAMENTS_SAMPLES: "false", ...Object.fromEntries(Object.entries(LIMITS).map(([key, value]) => [`ARENA_LIMITS_${key}`, String(value)])) };
  const child = spawn(process.env.ARENA_BIN, ["serve", "--listen", "127.0.0.1:0", "--data", data], { env, stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error("the arena ended")));
  });
  const token = (await readFile(join(data, "operator.token"), "utf8")).trim();
  const stop = async () => {
    child.removeAllListeners("exit");
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGINT");
    await gone;
    await rm(data, { recursive: true, force: true });
  };
  return { url, token, stop };
}

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const at = (numbers, share) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;

/** Records the long tasks of a page. */
const observe = () => {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
};

/** Opens a view and waits until `ready` holds and two more frames have passed, in which a click would be handled. */
async function visit(browser, url, path, ready) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 }, locale: "en" });
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(ready, undefined, { polling: "raf", timeout: 60_000 });
  const ms = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))));
  // Later tasks count, too.
  await page.waitForTimeout(1500);
  const tasks = await page.evaluate(() => window.longTasks);
  return { ms, tasks, page, close: () => context.close() };
}

async function measure(browser, url, name, path, ready) {
  const times = [];
  const tasks = [];
  for (let run = 0; run < RUNS; run += 1) {
    const visited = await visit(browser, url, path, ready);
    times.push(visited.ms);
    tasks.push(...visited.tasks);
    await visited.close();
  }
  console.log(`| ${name} | ${Math.round(at(times, 0.5))} ms | ${Math.round(Math.max(...times))} ms | ${tasks.length} | ${Math.round(Math.max(0, ...tasks))} ms |`);
}

/** Measures the main thread's work per frame while a tree is moved: the total time between two frames. */
async function frames(browser, url) {
  const path = `/step?${new URLSearchParams({ game: "bones", options: JSON.stringify({ heap: 60, most: 3 }), search: JSON.stringify({ depth: 8, pruning: "none", evaluation: "zero" }) })}`;
  const { page, close } = await visit(browser, url, path, () => document.querySelector("canvas") && document.querySelector("[data-testid=sentence]"));
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForTimeout(500);
  const counts = await page.getByTestId("counts").first().textContent();
  const canvas = page.locator("canvas").first();
  await canvas.scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const box = await canvas.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const costs = [];
  for (let i = 0; i < 120; i += 1) {
    const before = await busy();
    await page.mouse.move(x + 100 * Math.sin(i / 10), y + 40 * Math.cos(i / 13));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    costs.push((await busy()) - before);
  }
  await page.mouse.up();
  await close();
  console.log(`A tree on its canvas (${counts.replace(/\s+/g, " ").trim()}), dragged: ${at(costs, 0.5).toFixed(1)} ms of main thread a frame at the median, ${at(costs, 0.95).toFixed(1)} ms at p95.`);
}

const arena = await startArena();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
try {
  const { url, token } = arena;
  await tournaments(url, token, MANY.tournaments);
  const hundred = await crosstable(url, token, MANY.entrants);
  await liveMatches(await browser.newPage({ baseURL: url }), MANY.matches);
  console.log(`${MANY.tournaments} tournaments, ${MANY.matches} live matches, ${MANY.entrants} entrants; ${RUNS} visits each\n`);
  console.log("| view | usable, median | slowest | tasks over 50 ms | longest task |\n| --- | --- | --- | --- | --- |");
  const trace = new URLSearchParams({ game: "bones", options: JSON.stringify({ heap: 60, most: 4 }), search: JSON.stringify({ depth: 10, pruning: "none", evaluation: "zero" }) });
  for (const [name, path, ready] of [
    ["the first page", "/", () => document.querySelector("button.start:not(:disabled)") && document.querySelectorAll(".mini svg").length > 0],
    ["live matches", "/matches", () => document.querySelectorAll(".mini svg").length >= 3],
    ["tournaments", "/tournaments", () => document.querySelectorAll(".list li a").length >= 25],
    ["a table of a hundred", `/tournaments/${hundred}`, () => document.querySelector("#conditions") && document.querySelectorAll("#standings tbody tr").length >= 50 && document.querySelector("#pairs canvas")],
    ["a trace of 1.4 million nodes", `/step?${trace}`, () => document.querySelector("[data-testid=sentence]") && document.querySelector("[data-testid=counts]")],
  ])
    await measure(browser, url, name, path, ready);
  console.log("");
  await frames(browser, url);
} finally {
  await browser.close();
  await arena.stop();
}
