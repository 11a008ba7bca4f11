// No state of a view is wider than a narrow screen: failed requests, long names without blanks, and the moment after the
// screen changes its size.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choose, DESKTOP, fits, open, PHONE, playOut } from "./arena.mjs";

const NARROW = { width: 320, height: 640 };
/** As long as a name may be. */
const LONG = `Tournament_without_blanks_${"x".repeat(50)}`;

let arena;
let views;
let knockout;
before(async () => {
  arena = await open();
  const entrants = [1, 2, 3, 4].map((depth) => `[[entrants]]\nname = "${"entrant-".repeat(4)}${depth}"\ndepth = ${depth}\n`).join("");
  const file = (format, more) => `name = "${LONG}-${format.slice(0, 2)}"\ngame = "tictactoe"\nformat = "${format}"\nseed = 1\n${more}\n[openings]\nrandom_plies = 1\n${entrants}`;
  const clock = { initial_ms: 60_000, increment_ms: 1_000 };
  const started = [];
  for (const [format, more] of [["round-robin", "rounds = 2"], ["knockout", ""], ["swiss", "rounds = 2"]]) started.push((await arena.ask("/api/tournaments", { toml: file(format, more) })).id);
  for (const [format, bots] of [["league", ["tictactoe-random", "tictactoe-casual"]], ["round-robin", []]]) started.push((await arena.ask("/api/tournaments/open", { name: `${LONG}-${bots.length}`, game: "tictactoe", format, clock, bots })).tournament);
  knockout = `/tournaments/${started[1]}`;
  views = ["/", "/matches", "/challenges", "/people", "/account", "/tournaments", "/tournaments/new", ...started.map((id) => `/tournaments/${id}`), "/bots", "/bots/build", "/analyse", "/step", "/costs", "/solved", "/daily", "/learn", "/lessons", "/lessons?lesson=met", "/operations"];
});
after(() => arena?.close());

/** Opens a view, waits until `ready` holds for its text, unfolds everything, and checks it at both widths. */
async function check(page, path, name, ready) {
  await page.setViewportSize(PHONE);
  await page.goto(path);
  await page.waitForFunction(ready, LONG);
  for (const size of [PHONE, NARROW]) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    await fits(page, `${path} with ${name}`, size.width);
  }
}

test("long names and large counts fit", { timeout: 400_000 }, async () => {
  const page = await arena.operator();
  // Names of games and settings are keys and never long.
  const rename = (value, key) => {
    if (Array.isArray(value)) return value.map((one) => rename(one, key));
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one, key)]));
    return typeof value === "string" && ["name", "label", "leader", "detail", "about", "reason"].includes(key) ? `${LONG}${value}` : value;
  };
  await page.route(/\/api\/(tournaments|matches|players|people|accounts|challenges|operations)/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json().catch(() => undefined);
    await route.fulfill(json === undefined ? { response: answer } : { response: answer, json: rename(json) });
  });
  // The counts of a long analysis.
  await page.route(/\/api\/analyse$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), nodes: 12_345_678, leaves: 10_345_678, ms: 12_345 } });
  });
  for (const path of views) await check(page, path, "long names", () => /\S/.test(document.querySelector("main")?.innerText ?? "") && !document.body.innerText.includes("Loading…"));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  assert.deepEqual(page.failures, []);
});

test("failed requests fit", { timeout: 400_000 }, async () => {
  const page = await arena.operator("light", "zh-CN");
  await page.route(/\/api\//, (route) => route.fulfill({ status: 503, json: { code: "unknown", message: LONG.repeat(3) } }));
  for (const path of views.filter((path) => !["/lessons?lesson=met", "/learn"].includes(path))) await check(page, path, "failed requests", (long) => document.body.innerText.includes(long));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  assert.deepEqual(page.failures, []);
});

test("a bracket shows the ends of long names", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 660, height: 800 });
  await page.goto(knockout);
  await page.locator(".bracket .entrant bdi").first().waitFor();
  assert.deepEqual(await page.locator(".bracket .entrant bdi").evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)), []);
});

test("a message covers no control of the page", async () => {
  const page = await arena.operator();
  await page.goto("/tournaments");
  const files = page.getByRole("region", { name: "Start a tournament of bots" });
  await files.locator("summary", { hasText: "Tic-tac-toe" }).click();
  const start = files.getByRole("button", { name: /^Start / }).first();
  for (const size of [DESKTOP, { width: 390, height: 664 }]) {
    await page.setViewportSize(size);
    await page.route(/\/api\/tournaments$/, (route) => route.fulfill({ status: 503, json: { code: "unknown", message: `This server is busy at ${size.width}; try again in a minute.` } }));
    await start.click();
    const message = page.locator(".toast", { hasText: `at ${size.width};` });
    await message.waitFor();
    const shown = (locator) => locator.boundingBox();
    const [pressed, said] = [await shown(start), await shown(message)];
    assert.ok(pressed.y >= said.y + said.height, `the message covers the pressed button at ${size.width}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    const covered = await message.evaluate((toast) => {
      const at = toast.getBoundingClientRect();
      return [...document.querySelectorAll("main :is(a, button, input, select, summary)")].filter((one) => {
        const own = one.getBoundingClientRect();
        return own.bottom > at.top && own.top < at.bottom && own.right > at.left && own.left < at.right;
      }).map((one) => one.textContent);
    });
    assert.deepEqual(covered, []);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("button", { name: "Dismiss" }).first().click();
  }
});

test("with reduced motion a change of size applies at once", async () => {
  const page = await arena.visitor();
  await page.setViewportSize(DESKTOP);
  await page.goto("/tournaments");
  await page.locator("#played").waitFor();
  const moving = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((one) => getComputedStyle(one).transitionDuration.split(",").some((time) => parseFloat(time) > 0)).map((one) => one.tagName));
  assert.deepEqual(moving, []);
});

test("a list of files stays open while a tournament runs", async () => {
  const page = await arena.operator();
  await page.setViewportSize(DESKTOP);
  // The list is loaded again as long as a tournament runs.
  await page.route(/\/api\/tournaments\?/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    await route.fulfill({ response: answer, json: { ...json, tournaments: json.tournaments.map((one) => ({ ...one, state: "running" })) } });
  });
  await page.goto("/tournaments");
  const files = page.getByRole("region", { name: "Start a tournament of bots" });
  await files.locator("summary", { hasText: "Tic-tac-toe" }).click();
  const start = files.getByRole("button", { name: /^Start / }).first();
  await start.waitFor();
  for (let times = 0; times < 2; times += 1) await page.waitForResponse(/\/api\/tournaments\?limit/);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  assert.ok(await start.isVisible());
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a match that ended earlier opens with the controls of its replay", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto("/?game=tictactoe");
  await page.locator("button.start:not(:disabled)").click();
  await page.waitForURL(/\/match\//);
  await playOut(page);
  const controls = page.locator(".under .transport");
  await controls.waitFor({ state: "hidden" });
  await page.reload();
  await controls.waitFor();
  assert.deepEqual(page.failures, []);
});

test("on a phone all bots are shown, and the description of the chosen ones only", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto("/?game=gomoku");
  await choose(page, "Two bots");
  await page.locator(".bots").nth(1).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll(".bots")].every((list) => list.querySelector(":checked")));
  const lists = await page.locator(".bots").evaluateAll((all) => all.map((list) => ({
    scrolls: list.scrollWidth > list.clientWidth || list.scrollHeight > list.clientHeight,
    labels: list.querySelectorAll("label").length,
    described: [...list.querySelectorAll(".about")].filter((one) => one.checkVisibility()).map((one) => one.closest("label").querySelector("input").checked),
  })));
  assert.equal(lists.length, 2);
  for (const { scrolls, labels, described } of lists) {
    assert.ok(!scrolls && labels > 2, `${labels} bots in a list that ${scrolls ? "scrolls" : "is whole"}`);
    assert.deepEqual(described, [true]);
  }
});

/** Returns the controls that stick out of their card. One in a part that scrolls does not. */
const outside = () =>
  [...document.querySelectorAll(".card")].flatMap((card) => {
    const { right } = card.getBoundingClientRect();
    const controls = [...card.querySelectorAll("button, input, select, a")].filter((one) => one.checkVisibility() && !one.closest(".scroll, svg, .unseen"));
    return controls.filter((one) => one.getBoundingClientRect().right > right).map((one) => one.textContent || one.outerHTML.slice(0, 80));
  });

test("no view is wider than a window between a phone's and a desktop's", { timeout: 400_000 }, async () => {
  const page = await arena.visitor();
  for (const path of ["/", "/costs", "/step", "/bots/build", "/tournaments/new", knockout]) {
    await page.goto(path);
    await page.waitForFunction(() => /\S/.test(document.querySelector("main")?.innerText ?? "") && !document.body.innerText.includes("Loading…"));
    if (path === "/costs") await page.locator("[aria-busy=false] tbody tr:nth-child(8)").waitFor();
    for (const width of [320, 360, 430, 500, 600, 700, 820, 960, 1024, 1100]) {
      await page.setViewportSize({ width, height: 700 });
      await fits(page, path, width);
      assert.deepEqual(await page.evaluate(outside), [], `${path} at ${width}`);
    }
  }
  assert.deepEqual(page.failures, []);
});
