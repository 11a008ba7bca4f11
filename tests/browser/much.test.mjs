// Where there is much, a view holds as much as a reader looks at and no more: elements, bytes, requests, shifts and long
// tasks are counted. How long it takes is measured by benches/page/main.mjs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { crosstable, liveMatches, tournaments } from "../../benches/page/fill.mjs";
import { open } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/**
 * The tasks of the main thread in a trace, in milliseconds of processor time: what else the machine does makes them no
 * longer.
 */
function tasksOf(trace) {
  const events = JSON.parse(trace.toString()).traceEvents;
  const mains = new Map(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => [`${pid} ${tid}`, []]));
  for (const { name, pid, tid, tdur } of events) if (name.endsWith("RunTask") && tdur) mains.get(`${pid} ${tid}`)?.push(tdur / 1000);
  const work = (tasks) => tasks.reduce((sum, ms) => sum + ms, 0);
  return [...mains.values()].sort((a, b) => work(b) - work(a))[0] ?? [];
}

/** Opens a view and waits for what it is for; says how many elements it has, what it read, how far it shifted, and its tasks. */
async function visit(path, ready, from = arena) {
  const page = await from.visitor();
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (window.shift += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  });
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await page.goto(path);
  await page.waitForFunction(ready);
  await page.waitForTimeout(1000);
  const tasks = tasksOf(await browser.stopTracing());
  const { elements, shift, sizes } = await page.evaluate(() => {
    const read = performance.getEntriesByType("resource").filter(({ name }) => new URL(name).pathname.startsWith("/api/"));
    return { elements: document.querySelectorAll("*").length, shift: window.shift, sizes: read.map(({ decodedBodySize }) => decodedBodySize) };
  });
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.deepEqual(page.failures, []);
  return { page, elements, shift, tasks, requests: sizes.length, bytes };
}

/** Tasks over 50 ms are called long; over 200 ms there may be none. */
const [LONG, TOO_LONG, MOST_LONG] = [50, 200, 3];

function holds(seen, most) {
  const { elements, shift, requests, bytes, tasks } = seen;
  const [long, longest] = [tasks.filter((ms) => ms > LONG).length, Math.max(...tasks)];
  const told = `${elements} elements, ${requests} requests, ${bytes} bytes, a shift of ${shift.toFixed(3)}, ${long} long tasks of ${tasks.length}, the longest of ${longest.toFixed(0)} ms`;
  assert.ok(tasks.length > 10 && long <= MOST_LONG && longest <= TOO_LONG, told);
  assert.ok(elements <= most.elements && requests <= most.requests && bytes <= most.bytes && shift <= 0.05, told);
  if (process.env.TOLD) console.log(told);
}

test("a list of three hundred tournaments holds what is looked at", { timeout: 300_000 }, async () => {
  const token = (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
  await tournaments(arena.url, token, 300);

  const listed = await visit("/tournaments", () => document.querySelectorAll(".list li a").length > 0);
  assert.equal(await listed.page.locator("#played ~ ul > li").count(), 25);
  // What is open is asked for once more where one of them ends meanwhile.
  holds(listed, { elements: 1000, requests: 8, bytes: 100_000 });
});

test("of a thousand live matches a view has those that are looked at, with their boards", { timeout: 400_000 }, async () => {
  const limits = { PLAYERS_PER_MINUTE: 100_000, MESSAGES: 1_000_000, CONNECTIONS_PER_ADDRESS: 1000 };
  const busy = await open(Object.fromEntries(Object.entries(limits).map(([key, value]) => [`ARENA_LIMITS_${key}`, String(value)])));
  try {
    await liveMatches(await busy.visitor(), 1000);
    const first = await visit("/", () => document.querySelector("button.start:not(:disabled)") && document.querySelectorAll(".mini svg").length >= 2, busy);
    holds(first, { elements: 2500, requests: 5, bytes: 100_000 });
    // A row of four is in view; the others come when somebody scrolls to them.
    const list = await visit("/matches", () => document.querySelectorAll(".mini svg").length >= 4, busy);
    assert.equal(await list.page.locator("li.card").count(), 24);
    await list.page.locator("li.card").last().scrollIntoViewIfNeeded();
    await list.page.locator("li.card").last().locator(".mini svg").waitFor();
    holds(list, { elements: 2500, requests: 5, bytes: 100_000 });
  } finally {
    await busy.close();
  }
});

test("a table of a hundred is a map, fifty rows and a few plots", async () => {
  const token = (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
  const id = await crosstable(arena.url, token, 100);
  const table = await visit(`/tournaments/${id}`, () => document.querySelector("#conditions") && document.querySelector("#pairs canvas") && document.querySelectorAll("#standings tbody tr").length === 50);
  holds(table, { elements: 3500, requests: 8, bytes: 1_500_000 });
});

test("a trace of a million nodes comes folded", async () => {
  const search = { depth: 10, pruning: "none", evaluation: "zero" };
  const asked = new URLSearchParams({ game: "bones", options: JSON.stringify({ heap: 60, most: 4 }), search: JSON.stringify(search) });
  const trace = await visit(`/step?${asked}`, () => document.querySelector("[data-testid=sentence]") && document.querySelector("canvas"));
  await trace.page.getByText("1,398,101").first().waitFor();
  holds(trace, { elements: 1500, requests: 8, bytes: 1_000_000 });
});
