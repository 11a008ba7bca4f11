// Where there is much, a view holds as much as a reader looks at and no more: elements, bytes, requests and shifts are
// counted. How long it takes is measured by benches/page/main.mjs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { crosstable, tournaments } from "../../benches/page/fill.mjs";
import { open } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** Opens a view and waits for what it is for; says how many elements it has, what it read and how far it shifted. */
async function visit(path, ready) {
  const page = await arena.visitor();
  const read = { requests: 0, bytes: 0 };
  page.on("response", async (response) => {
    if (!new URL(response.url()).pathname.startsWith("/api/")) return;
    read.requests += 1;
    read.bytes += (await response.body().catch(() => "")).length;
  });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (window.shift += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(path);
  await page.waitForFunction(ready);
  await page.waitForTimeout(1000);
  const { elements, shift } = await page.evaluate(() => ({ elements: document.querySelectorAll("*").length, shift: window.shift }));
  assert.deepEqual(page.failures, []);
  return { page, elements, shift, ...read };
}

function holds(seen, most) {
  const { elements, shift, requests, bytes } = seen;
  const told = `${elements} elements, ${requests} requests, ${bytes} bytes, a shift of ${shift.toFixed(3)}`;
  assert.ok(elements <= most.elements && requests <= most.requests && bytes <= most.bytes && shift <= (most.shift ?? 0.05), told);
  if (process.env.TOLD) console.log(told);
}

test("a list of many holds what is looked at", async () => {
  const token = (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
  await tournaments(arena.url, token, 60);

  const listed = await visit("/tournaments", () => document.querySelectorAll(".list li a").length > 0);
  assert.equal(await listed.page.locator("#played ~ ul > li").count(), 25);
  holds(listed, { elements: 1000, requests: 6, bytes: 60_000 });
});

test("a table of a hundred is a map, fifty rows and a few plots", async () => {
  const token = (await readFile(join(arena.data, "operator.token"), "utf8")).trim();
  const id = await crosstable(arena.url, token, 100);
  const table = await visit(`/tournaments/${id}`, () => document.querySelector("#conditions") && document.querySelector("#pairs canvas") && document.querySelectorAll("#standings tbody tr").length === 50);
  holds(table, { elements: 3500, requests: 8, bytes: 1_500_000, shift: 0.25 });
});

test("a trace of a million nodes comes folded", async () => {
  const search = { depth: 10, pruning: "none", evaluation: "zero" };
  const asked = new URLSearchParams({ game: "bones", options: JSON.stringify({ heap: 60, most: 4 }), search: JSON.stringify(search) });
  const trace = await visit(`/step?${asked}`, () => document.querySelector("[data-testid=sentence]") && document.querySelector("canvas"));
  await trace.page.getByText("1,398,101").first().waitFor();
  holds(trace, { elements: 1500, requests: 12, bytes: 1_000_000 });
});
