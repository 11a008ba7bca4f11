// Prints Lighthouse's four scores of the main views, with its simulated throttling: the medians of several runs.
//
//   cargo build --release; (cd clients/web && npm ci); npm install --prefix /tmp/lighthouse lighthouse
//   LIGHTHOUSE=/tmp/lighthouse ARENA_BIN=target/release/arena node benches/page/lighthouse.mjs [VIEW…]
//
// VIEW selects the views whose names begin with it; the default is all. RUNS is the number of runs of each (default 5).
// Other load on the machine counts as the page's own work, so keep the machine idle.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, FLAGS, open, prepare, verdict } from "../../tests/browser/arena.mjs";

const require = createRequire(join(process.env.LIGHTHOUSE ?? "/tmp/lighthouse", "package.json"));
const { default: lighthouse } = await import(pathToFileURL(require.resolve("lighthouse")));
const RUNS = Number(process.env.RUNS ?? 5);
const PORT = 9333;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const wanted = process.argv.slice(2);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Creates a live match, a finished match and a finished tournament, and returns their addresses. */
async function furnish(arena) {
  const page = await arena.visitor();
  await (await prepare(page, { game: "Chess" })).click();
  await page.waitForURL(/\/match\//);
  const live = page.url();
  await prepare(page, { against: "Two bots" });
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  await verdict(page).waitFor();
  const over = page.url();
  const token = (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
  const ask = async (body, path = "/api/tournaments") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    return (await fetch(arena.url + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers })).json();
  };
  const toml = 'name = "Five"\ngame = "tictactoe"\nrounds = 20\nseed = 1\n[openings]\nrandom_plies = 1\n[[entrants]]\ngrid = { depth = [1, 2, 3, 4, 5] }\n';
  const { id } = await ask({ toml });
  while ((await ask(undefined, `/api/tournaments/${id}`)).state !== "finished") await new Promise((go) => setTimeout(go, 100));
  return { live, over, tournament: `/tournaments/${id}` };
}

const arena = await open();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, `--remote-debugging-port=${PORT}`] });
try {
  const made = await furnish(arena);
  const views = [
    ["play", "/"],
    ["match", made.live],
    ["match-over", made.over],
    ["tournament", made.tournament],
    ["matches", "/matches"],
    ["tournaments", "/tournaments"],
    ["bots", "/bots"],
    ["build", "/bots/build"],
    ["analyse", "/analyse"],
    ["step", "/step"],
    ["costs", "/costs"],
    ["solved", "/solved"],
    ["lessons", "/lessons"],
    ["people", "/people"],
    ["account", "/account"],
  ].filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  console.log(`Medians of ${RUNS}\n\n| view | performance | accessibility | best practices | SEO | first paint | largest paint | blocked | shift |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |`);
  for (const [name, path] of views) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(new URL(path, arena.url).href, { port: PORT, onlyCategories: CATEGORIES, logLevel: "error" });
      runs.push(lhr);
    }
    const score = (category) => Math.round(100 * median(runs.map((run) => run.categories[category].score ?? 0)));
    const figure = (audit) => median(runs.map((run) => run.audits[audit].numericValue ?? 0));
    const ms = (audit) => `${Math.round(figure(audit))} ms`;
    console.log(`| ${[name, ...CATEGORIES.map(score), ms("first-contentful-paint"), ms("largest-contentful-paint"), ms("total-blocking-time"), figure("cumulative-layout-shift").toFixed(3)].join(" | ")} |`);
    for (const category of CATEGORIES.slice(1)) {
      const failed = runs[0].categories[category].auditRefs.map(({ id }) => runs[0].audits[id]).filter(({ score }) => score !== null && score < 1);
      for (const { id, title } of failed) console.log(`    ${category}: ${id}: ${title}`);
    }
    if (process.env.TOLD) {
      const { audits } = runs[0];
      for (const id of ["network-requests", "bootup-time", "mainthread-work-breakdown", "largest-contentful-paint-element", "lcp-breakdown-insight", "network-dependency-tree-insight", "render-blocking-insight"]) if (audits[id]) console.log(id, (JSON.stringify(audits[id].details?.items ?? audits[id].details) ?? "").slice(0, 6000));
    }
  }
} finally {
  await browser.close();
  await arena.close();
}
