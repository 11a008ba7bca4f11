// Views with much data render only the visible part: elements, bytes, requests, shifts and long tasks are counted.
// benches/page/main.mjs measures times.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crosstable, liveMatches, tournaments } from "../../benches/page/fill.mjs";
import { open } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/**
 * A fixed piece of work that calibrates this browser: creating, laying out and removing table rows. It runs in the
 * measured trace, so that long tasks are counted relative to the machine's speed.
 */
const MARK = "calibration";
const calibrate = (mark) => {
  performance.mark(mark);
  const place = document.createElement("div");
  place.style.cssText = "position:fixed;inset:0;visibility:hidden;contain:strict";
  const rows = Array.from({ length: 200 }, (_, i) => `<tr>${Array.from({ length: 8 }, (_, j) => `<td><span title="${i}">${(i * 7919 + j) % 1000}</span></td>`).join("")}</tr>`);
  place.innerHTML = `<table>${rows.join("")}</table>`;
  document.body.append(place);
  place.getBoundingClientRect();
  for (const cell of place.querySelectorAll("td")) cell.textContent = cell.textContent.padStart(4, "0");
  place.getBoundingClientRect();
  place.remove();
};
/** The number of calibrations; the median counts. */
const CALIBRATIONS = 5;

/**
 * The main thread's tasks in a trace, in milliseconds of processor time, independent of other load. Calibration tasks
 * are separate and identify the page's process.
 */
function tasksOf(trace) {
  const events = JSON.parse(trace.toString()).traceEvents;
  const marks = events.filter(({ name }) => name === MARK);
  const [{ pid, tid }] = marks;
  const tasks = events.filter((event) => event.name === "ThreadControllerImpl::RunTask" && event.tdur && event.pid === pid && event.tid === tid);
  const isCalibration = ({ ts, dur }) => marks.some((mark) => mark.ts >= ts && mark.ts <= ts + dur);
  const ms = ({ tdur }) => tdur / 1000;
  const calibrations = tasks.filter(isCalibration).map(ms).sort((a, b) => a - b);
  assert.equal(calibrations.length, CALIBRATIONS, "one task per calibration");
  return { tasks: tasks.filter((task) => !isCalibration(task)).map(ms), calibration: calibrations[Math.floor(calibrations.length / 2)] };
}

/**
 * Opens a view and waits for its content; returns the number of elements, the bytes read, the layout shift, and its
 * tasks.
 */
async function visit(path, ready, from = arena) {
  const page = await from.visitor();
  const asked = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}${search}`);
  });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (window.shift += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  });
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing", "disabled-by-default-devtools.timeline"] });
  await page.goto(path);
  await page.waitForFunction(ready);
  // Later changes belong to the view too.
  await page.waitForTimeout(1000);
  const { elements, shift, sizes } = await page.evaluate(() => {
    const read = performance.getEntriesByType("resource").filter(({ name }) => new URL(name).pathname.startsWith("/api/"));
    return { elements: document.querySelectorAll("*").length, shift: window.shift, sizes: read.map(({ decodedBodySize }) => decodedBodySize) };
  });
  const requests = [...asked];
  for (let i = 0; i < CALIBRATIONS; i += 1) await page.evaluate(calibrate, MARK);
  // The answer comes from inside the task. The last task has ended, and is in the trace, when another one answers.
  await page.evaluate(() => undefined);
  const { tasks, calibration } = tasksOf(await browser.stopTracing());
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.deepEqual(page.failures, []);
  return { page, elements, shift, tasks, calibration, requests, bytes };
}

/**
 * A task over 50 ms is long; none may exceed 200 ms. On a machine with slower calibration the limits grow in
 * proportion.
 */
const [LONG, TOO_LONG, MOST_LONG, USUAL_CALIBRATION] = [50, 200, 2, 40];

function holds(seen, most) {
  const { elements, shift, requests, bytes, tasks, calibration } = seen;
  const slow = Math.max(1, calibration / USUAL_CALIBRATION);
  const [long, longest] = [tasks.filter((ms) => ms > LONG * slow).length, Math.max(...tasks)];
  const told = `${elements} elements, ${requests.length} requests, ${bytes} bytes, a shift of ${shift.toFixed(3)}, ${long} long tasks of ${tasks.length}, the longest of ${longest.toFixed(0)} ms where the calibration takes ${calibration.toFixed(0)} ms`;
  if (process.env.TOLD) console.log(told, tasks.filter((ms) => ms > 20).map(Math.round));
  assert.ok(tasks.length > 10 && long <= MOST_LONG && longest <= TOO_LONG * slow, told);
  assert.ok(elements <= most.elements && requests.length <= most.requests && bytes <= most.bytes && shift <= 0.05, told);
  // Static resources are requested once in any order of arrival.
  assert.deepEqual(requests.filter((request, i) => request.startsWith("GET") && requests.indexOf(request) < i), []);
}

test("a list of three hundred tournaments renders the visible part", { timeout: 300_000 }, async () => {
  const token = await arena.token();
  await tournaments(arena.url, token, 300);

  const listed = await visit("/tournaments", () => document.querySelectorAll(".list li a").length > 0);
  assert.equal(await listed.page.locator("#played ~ ul > li").count(), 25);
  holds(listed, { elements: 1000, requests: 8, bytes: 100_000 });
});

test("a view of a thousand live matches renders the visible ones with boards", { timeout: 400_000 }, async () => {
  const limits = { PLAYERS_PER_MINUTE: 100_000, MESSAGES: 1_000_000, CONNECTIONS_PER_ADDRESS: 1000, MATCHES_PER_ADDRESS: 10_000, MATCHES_PER_MINUTE_PER_ADDRESS: 10_000 };
  const busy = await open(Object.fromEntries(Object.entries(limits).map(([key, value]) => [`ARENA_LIMITS_${key}`, String(value)])));
  try {
    await liveMatches(await busy.visitor(), 1000);
    // The lobby is below the board to play on; its boards load on scrolling.
    const first = await visit("/", () => {
      document.querySelector(".lobby")?.scrollIntoView();
      return document.querySelector("button.start:not(:disabled)") && document.querySelectorAll(".mini svg").length >= 2;
    }, busy);
    holds(first, { elements: 2500, requests: 5, bytes: 100_000 });
    // A row of four is in view; the others load on scrolling.
    const list = await visit("/matches", () => document.querySelectorAll(".mini svg").length >= 4, busy);
    assert.equal(await list.page.locator("li.card").count(), 24);
    await list.page.locator("li.card").last().scrollIntoViewIfNeeded();
    await list.page.locator("li.card").last().locator(".mini svg").waitFor();
    holds(list, { elements: 2500, requests: 5, bytes: 100_000 });
  } finally {
    await busy.close();
  }
});

/** The tournament of a hundred entrants, which is played once. */
let hundred;
const aHundred = () => (hundred ??= arena.token().then((token) => crosstable(arena.url, token, 100)));

test("a table of a hundred entrants renders a map, fifty rows and a few plots", async () => {
  const id = await aHundred();
  const table = await visit(`/tournaments/${id}`, () => document.querySelector("#conditions") && document.querySelector("#pairs canvas") && document.querySelectorAll("#standings tbody tr").length === 50);
  holds(table, { elements: 3500, requests: 9, bytes: 1_500_000 });
});

test("the heat map of a hundred fits a phone and is reached by touch, keys and lists", async () => {
  const id = await aHundred();
  const page = await arena.visitor("light", undefined, "en", true);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/tournaments/${id}`);
    const map = page.getByRole("application", { name: "Heat map of 100 entrants" });
    await map.locator("canvas").waitFor();
    const { inner, outer, page: whole } = await page.evaluate(() => {
      const map = document.querySelector(".map");
      return { inner: map.scrollWidth, outer: map.clientWidth, page: document.documentElement.scrollWidth };
    });
    assert.ok(inner <= outer && whole <= width, `${inner} in ${outer}, ${whole} in ${width}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const map = page.getByRole("application", { name: "Heat map of 100 entrants" });
  const reading = page.locator("#map-reading");
  const row = page.getByRole("combobox", { name: "Row" });
  const column = page.getByRole("combobox", { name: "Column" });
  await page.waitForFunction(() => document.querySelector(".map.whole"));
  const { width, height } = await map.boundingBox();
  await map.tap({ position: { x: 0.305 * width, y: 0.705 * height } });
  const chosen = async () => [await row.inputValue(), await column.inputValue()];
  await page.waitForFunction((lists) => lists.every((list) => list.value), [await row.elementHandle(), await column.elementHandle()]);
  const [a, b] = await chosen();
  assert.notEqual(a, b);
  await reading.getByText(`${a} against ${b}`).waitFor();
  await map.focus();
  await page.keyboard.press("ArrowDown");
  const [below] = await chosen();
  assert.notEqual(below, a);
  await page.getByRole("button", { name: "Row before" }).click();
  assert.deepEqual(await chosen(), [a, b]);
  const last = await column.locator("option").last().getAttribute("value");
  await column.selectOption(last);
  await reading.getByText(`${a} against ${last}`).waitFor();
  await page.getByRole("button", { name: "Show their matches" }).click();
  await page.getByRole("heading", { name: `${a} against ${last}` }).waitFor();
  assert.deepEqual(page.failures, []);
});

test("a trace of a million nodes opens folded", async () => {
  const search = { depth: 10, pruning: "none", evaluation: "zero" };
  const asked = new URLSearchParams({ game: "bones", options: JSON.stringify({ heap: 60, most: 4 }), search: JSON.stringify(search) });
  const trace = await visit(`/step?${asked}`, () => document.querySelector("[data-testid=sentence]") && document.querySelector("canvas"));
  await trace.page.getByText("1,398,101").first().waitFor();
  holds(trace, { elements: 1500, requests: 8, bytes: 1_000_000 });
});
