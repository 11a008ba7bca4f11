// The cost of a first view: bytes, requests and layout shifts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const MOST_BYTES = 125_000;
const MOST_SHIFT = 0.05;

/** A page that never becomes idle: the texts of errors and the next views, which it loads then, are not requested. */
async function busy(locale) {
  const page = await arena.visitor("light", undefined, locale);
  await page.addInitScript(() => (window.requestIdleCallback = () => 0));
  return page;
}

test("a first view has at most 125 kB, compressed, and only Chinese readers fetch Chinese", async () => {
  for (const locale of ["en", "zh-CN"]) {
    const page = await busy(locale);
    const document = await page.goto("/");
    await page.waitForFunction(() => window.document.querySelector("button.start:not(:disabled)"));
    const loaded = await page.evaluate(() =>
      ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind)).map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
    );
    const parts = loaded.filter(({ path }) => path === "/" || /\.(js|css)$/.test(path));
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    assert.ok(bytes > 50_000 && bytes <= MOST_BYTES, `${bytes} bytes in ${locale}: ${JSON.stringify(parts)}`);
    const inlined = [...(await document.text()).matchAll(/<link rel="stylesheet" type="text\/plain" href="([^"]+)"/g)].map(([, path]) => path);
    assert.ok(inlined.length > 0, "the document has no styles");
    assert.deepEqual(parts.filter(({ path }) => inlined.includes(path)), []);
    // A name ends in a hash of eight characters, which may contain hyphens.
    const texts = parts.map(({ path }) => /\/zh-([a-z]+)-[\w-]{8}\.js$/.exec(path)?.[1]).filter(Boolean);
    assert.deepEqual(texts, locale === "zh-CN" ? ["first"] : []);
    assert.deepEqual(page.failures, []);
  }
});

test("preloaded resources are used and requested once", async () => {
  const token = await arena.token();
  const page = await arena.operator();
  const toml = 'name = "Two"\ngame = "tictactoe"\nrounds = 1\n[[entrants]]\ngrid = { depth = [1, 2] }\n';
  const { id } = await (await page.request.post("/api/tournaments", { data: { toml }, headers: { authorization: `Bearer ${token}` } })).json();
  // A running tournament is requested again every two seconds.
  while ((await (await page.request.get(`/api/tournaments/${id}`)).json()).status !== "finished") await page.waitForTimeout(100);
  const views = [["/", "button.start:not(:disabled)"], ["/matches", ".filters"], ["/tournaments", "#played"], [`/tournaments/${id}`, "#conditions"], ["/tournaments/new", "textarea"], ["/bots", "h3"], ["/bots/build", "dl dd"], ["/step", "[data-testid=sentence]"], ["/costs", "tbody tr:nth-child(8)"], ["/challenges", "main form"], ["/people", "main table"], ["/lessons", "main h2"]];
  for (const [path, ready] of views) {
    const asked = [];
    const note = (request) => asked.push(request.url().slice(arena.url.length));
    page.on("request", note);
    const document = await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(300);
    page.off("request", note);
    const named = [...(document.headers().link ?? "").matchAll(/<([^>]+)>/g)].map(([, link]) => link);
    assert.ok(named.length > 2, `${path}: ${named}`);
    for (const link of named) assert.equal(asked.filter((url) => url === link).length, 1, `${path}: ${link}`);
  }
  assert.deepEqual(page.failures, []);
});

test("a view requests each resource once in any order of arrival", async () => {
  const views = [["/", "button.start"], ["/matches", ".filters"], ["/matches?mine=", ".filters"], ["/tournaments", "#played"], ["/tournaments/new", "main p"], ["/bots", "h3"], ["/people", "main table"], ["/challenges", "main form"]];
  for (const [path, ready] of views) {
    const page = await arena.visitor();
    const asked = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}${search}`);
    });
    // The server's messages arrive when the view is ready, one after the other.
    let begin;
    let said = new Promise((go) => (begin = go));
    await page.routeWebSocket("**/ws", (socket) => {
      socket.connectToServer().onMessage((message) => {
        said = said.then(() => new Promise((go) => setTimeout(go, 50))).then(() => socket.send(message));
      });
    });
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/api/games`).length > 0);
    begin();
    await page.getByRole("button", { name: /^Your name: (?!not known)/ }).waitFor();
    // One's own matches are requested after the greeting; everything else before.
    while (!asked.some((request) => request.includes("status=live&limit=8"))) await page.waitForTimeout(50);
    await page.waitForTimeout(500);
    assert.deepEqual(asked.filter((request, i) => asked.indexOf(request) < i), [], path);
    assert.deepEqual(page.failures, []);
    await page.context().close();
  }
});

test("Chinese texts are preloaded unless English was chosen", async () => {
  const texts = async (page) => {
    const asked = [];
    const note = (request) => asked.push(request.url().slice(arena.url.length));
    page.on("request", note);
    const document = await page.goto("/bots");
    await page.locator("h3").first().waitFor();
    await page.waitForTimeout(300);
    page.off("request", note);
    const named = [...(document.headers().link ?? "").matchAll(/<([^>]*\/zh-[^>]+)>/g)].map(([, link]) => link);
    return { named: named.sort(), asked: asked.filter((url) => url.includes("/zh-")).sort() };
  };
  const english = await busy("en");
  assert.deepEqual(await texts(english), { named: [], asked: [] });
  const page = await busy("zh-CN");
  const { named, asked } = await texts(page);
  assert.ok(named.length > 0, "no texts are preloaded");
  assert.deepEqual(asked, named);
  await page.getByRole("button", { name: "设置" }).click();
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  assert.deepEqual(await texts(page), { named: [], asked: [] });
  // The reverse: a browser that asks for English whose reader chose Chinese.
  await english.getByRole("button", { name: "Settings" }).click();
  await english.getByText("中文", { exact: true }).click();
  await english.getByRole("button", { name: "完成" }).waitFor();
  assert.deepEqual(await texts(english), { named, asked: named });
  assert.deepEqual([...page.failures, ...english.failures], []);
});

test("no layout shifts while a page loads, on a desktop and on a phone", async () => {
  // As usual, and with the games, whose names most views show, arriving last.
  for (const [width, height, late] of [[1280, 800, 0], [390, 844, 0], [390, 844, 500]]) {
    const page = await arena.visitor();
    await page.setViewportSize({ width, height });
    await page.route("**/api/games", async (route) => {
      await page.waitForTimeout(late);
      await route.continue();
    });
    await page.addInitScript(() => {
      window.shift = 0;
      const add = (list) => list.getEntries().forEach(({ value, hadRecentInput }) => (window.shift += hadRecentInput ? 0 : value));
      new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    });
    const views = [["/", "button.start:not(:disabled)"], ["/analyse", "form .button.primary"], ["/step", "[data-testid=sentence]"], ["/costs", "[aria-busy=false] tbody tr:nth-child(8)"], ["/bots", "h3"], ["/bots/build", "dl dd"], ["/matches", ".filters"], ["/tournaments", "summary"], ["/people", "table"], ["/challenges", "form"], ["/lessons", "main h2"], ["/daily", "main form"], ["/solved/map", "#here-title"], ["/account", "form"]];
    for (const [path, ready] of views) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(500 + late);
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift <= MOST_SHIFT, `${path} shifts by ${shift.toFixed(3)} at ${width}, the games ${late} ms late`);
    }
    // A match, its board, and the values that arrive with the first move.
    await page.goto("/?game=reversi");
    await page.locator("button.start:not(:disabled)").click();
    await page.waitForURL(/\/match\//);
    await page.reload();
    await page.locator(".playable").first().click();
    await page.locator("section[aria-label=Moves] li button").nth(1).waitFor();
    await page.waitForTimeout(500);
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift <= MOST_SHIFT, `a match shifts by ${shift.toFixed(3)} at ${width}, the games ${late} ms late`);
    assert.deepEqual(page.failures, []);
  }
});

test("neither the late table of a tournament nor its end causes a layout shift", async () => {
  const token = await arena.token();
  const toml = 'name = "Five"\ngame = "tictactoe"\nrounds = 100\nseed = 1\n[openings]\nrandom_plies = 1\n[[entrants]]\ngrid = { depth = [1, 2, 3, 4, 5] }\n';
  const page = await arena.visitor();
  const authorised = { authorization: `Bearer ${token}` };
  const { id } = await (await page.request.post("/api/tournaments", { data: { toml }, headers: authorised })).json();
  const steer = (paused) => page.request.post(`/api/tournaments/${id}/steer`, { data: { paused }, headers: authorised });
  await steer(true);
  await page.setViewportSize({ width: 412, height: 823 });
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    [window.shift, window.shifted] = [0, []];
    const place = ({ node, previousRect, currentRect }) => `${node?.id || node?.className || node?.parentElement?.className || node?.nodeName} ${previousRect.top} -> ${currentRect.top}`;
    new PerformanceObserver((list) => list.getEntries().filter((entry) => !entry.hadRecentInput).forEach(({ value, sources }) => {
      window.shift += value;
      window.shifted.push(`${value.toFixed(3)}: ${sources.map(place).join(", ")}`);
    })).observe({ type: "layout-shift", buffered: true });
  });
  // Delays its table.
  await page.route("**/crosstable*", async (route) => {
    await new Promise((go) => setTimeout(go, 500));
    await route.continue();
  });
  await page.goto(`/tournaments/${id}`);
  await page.locator("#conditions").waitFor({ timeout: 60_000 });
  await steer(false);
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(500);
  const [shift, shifted] = await page.evaluate(() => [window.shift, window.shifted]);
  assert.ok(shift <= MOST_SHIFT, `it shifts by ${shift.toFixed(3)}:\n${shifted.join("\n")}`);
  assert.deepEqual(page.failures, []);
});
