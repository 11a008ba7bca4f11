// The stepper: the arena's own search, step by step.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { audit, LOOKS, open } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const sentence = (page) => page.getByTestId("sentence");
const slider = (page) => page.getByRole("slider", { name: "Current step" });
const tree = (page, name = "Alpha-beta") => page.getByRole("group", { name: `The searched tree of ${name}` });
/** Unvisited leaves, by their payoff. */
const cut = (page) =>
  tree(page).getByRole("img", { name: /never looked at/ }).evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label").split(", ")[1]));

test("on the textbook tree exactly the leaves 4 and 6 are cut, in both directions, with the reason", async () => {
  const page = await arena.visitor();
  await page.goto("/step");
  await tree(page).waitFor();
  const last = Number(await slider(page).getAttribute("max"));

  const forwards = [];
  for (let at = 0; at <= last; at += 1) {
    forwards.push([await sentence(page).textContent(), await cut(page)]);
    if (at < last) await page.keyboard.press("ArrowRight");
  }
  const found = forwards.findIndex(([, cut]) => cut.length > 0);
  assert.deepEqual(forwards[found], ["β ≤ α: MIN already has 2 here, so MAX, who has 3 elsewhere, will not come: 2 leaves cut (4, 6).", ["4", "6"]]);
  // Nothing else is cut, and cut leaves stay cut.
  for (const [, cut] of forwards.slice(found)) assert.deepEqual(cut, ["4", "6"]);
  const backwards = [];
  for (let at = last; at >= 0; at -= 1) {
    backwards.unshift([await sentence(page).textContent(), await cut(page)]);
    if (at > 0) await page.getByRole("button", { name: "Previous step" }).click();
  }
  assert.deepEqual(backwards, forwards);

  await page.getByRole("button", { name: "Next cut" }).click();
  assert.match(await sentence(page).textContent(), /2 leaves cut \(4, 6\)/);
  const counts = page.getByTestId("counts");
  assert.match(await counts.first().textContent(), /7 of 11/);
  await slider(page).fill(String(last));
  assert.match(await counts.first().textContent(), /11 of 11/);
  assert.match(await counts.last().textContent(), /13 of 13/);
  await page.getByText("The same value from 11 of 13 nodes.").waitFor();
  assert.equal(await sentence(page).textContent(), "The search has finished. The best move is a1, worth 3. Plain minimax searches 13 nodes.");
  // The number of the step is the place of the handle, also while plain minimax goes on alone.
  await page.getByText(`Step ${last + 1} of ${last + 1}, plain minimax alone`, { exact: true }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Next step" }).isDisabled());

  // The address contains the whole state.
  await page.waitForURL(/at=/);
  await page.reload();
  await tree(page).waitFor();
  assert.equal(await slider(page).inputValue(), String(Math.min(last, Number(new URL(page.url()).searchParams.get("at")))));
  assert.deepEqual(page.failures, []);
});

test("a wide tree scrolls to the search from the first step on", async () => {
  const page = await arena.visitor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/step?game=connect4");
    await tree(page).waitFor();
    const node = tree(page).locator(".node.here");
    const inView = (it) => {
      const [inner, outer] = [it.getBoundingClientRect(), it.closest(".scroll").getBoundingClientRect()];
      return inner.left >= outer.left && inner.right <= outer.right;
    };
    const last = Number(await slider(page).getAttribute("max"));
    for (const at of [0, 1, Math.round(last / 3), last]) {
      await slider(page).fill(String(at));
      assert.ok(at === last || (await tree(page).evaluate((it) => it.parentElement.scrollWidth > it.parentElement.clientWidth)), "the tree is not wider than its container");
      if ((await node.count()) > 0) assert.ok(await node.evaluate(inView), `step ${at} at ${width}`);
      else assert.equal(at, last, `nothing is marked in step ${at}`);
    }
  }
  assert.deepEqual(page.failures, []);
});

test("on a phone the children of the node of a cut are in view, and a link leads to the choice of the game", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto("/step");
  await page.getByRole("button", { name: "Next cut" }).click();
  for (const leaf of await tree(page).getByRole("img", { name: /never looked at/ }).all()) {
    const { y, height } = await leaf.boundingBox();
    assert.ok(y + height <= 664, `a leaf ends at ${y + height}`);
  }
  await page.getByRole("link", { name: "Choose game and depth" }).click();
  await page.waitForFunction(() => document.querySelector("#question").getBoundingClientRect().top < window.innerHeight / 2);
  assert.deepEqual(page.failures, []);
});

test("a search of the textbook tree starts with the depth of the tree", async () => {
  const page = await arena.visitor();
  for (const first of ["/step", "/analyse?game=tree", `/step?${new URLSearchParams({ game: "tree", search: JSON.stringify({ depth: 6 }) })}`]) {
    await page.goto(first);
    if (first.startsWith("/analyse")) await page.getByRole("link", { name: "Step by step", exact: true }).click();
    await tree(page).waitFor();
    assert.equal(await page.getByRole("spinbutton", { name: "Depth", exact: true }).inputValue(), "2", first);
    assert.match(await page.getByTestId("counts").last().textContent(), /of 13/);
  }
  assert.deepEqual(page.failures, []);
});

test("a finished position has no steps, and a finished match shows its moves", async () => {
  const page = await arena.visitor();
  await page.goto(`/step?${new URLSearchParams({ game: "tictactoe", moves: "a1 a2 b1 b2 c1" })}`);
  await page.getByText("There are no steps: the game is over in this position").waitFor();
  await page.goto("/?game=tree&bot=tree-average");
  await page.locator("button.start:not(:disabled)").click();
  await page.locator("[data-move='0']").first().click();
  await page.getByTestId("verdict").waitFor();
  await page.getByRole("link", { name: "Step through a search" }).click();
  await page.getByTestId("sentence").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("moves"), "0");
  assert.deepEqual(page.failures, []);
});

test("a match opens the search of its bot, and the first step outlines the tree", async () => {
  const page = await arena.visitor();
  await page.goto("/?game=tictactoe&bot=tictactoe-textbook");
  await page.locator("button.start:not(:disabled)").click();
  await page.getByRole("link", { name: "Step through a search" }).click();
  await page.getByText("as tictactoe-textbook searches").waitFor();
  const { bots } = await (await page.request.get("/api/bots")).json();
  const { spec } = bots.find(({ name }) => name === "tictactoe-textbook");
  const search = JSON.parse(new URL(page.url()).searchParams.get("search"));
  for (const key of ["depth", "pruning", "ordering", "evaluation", "table_mb"]) assert.deepEqual(search[key], spec[key], key);
  assert.equal(await page.getByRole("spinbutton", { name: "Depth", exact: true }).inputValue(), String(spec.depth));

  // A smaller search is drawn in the document, where its nodes can be counted.
  await page.getByRole("spinbutton", { name: "Depth", exact: true }).fill("1");
  await page.getByRole("combobox", { name: "Pruning" }).selectOption("alpha-beta");
  await page.getByRole("button", { name: "Show the search" }).click();
  await tree(page).waitFor();
  assert.equal(await slider(page).inputValue(), "0");
  assert.equal(await tree(page).getByRole("img", { name: /: still to come$/ }).count(), 9);
  assert.equal(await page.getByText("as tictactoe-textbook searches").count(), 0);
  assert.deepEqual(page.failures, []);
});

test("autoplay runs to the end, and another search shows table hits, null windows and depths", async () => {
  const page = await arena.visitor();
  const search = { depth: 4, pruning: "pvs", deepening: true, table_mb: 1, ordering: ["table"] };
  await page.goto(`/step?${new URLSearchParams({ game: "tictactoe", moves: "b2 a1 c1 a3", search: JSON.stringify(search) })}`);
  await page.getByRole("group", { name: "Depths" }).waitFor();
  assert.deepEqual(await page.getByRole("group", { name: "Depths" }).getByRole("button").allTextContents(), ["Depth 1", "Depth 2", "Depth 3", "Depth 4"]);
  const last = Number(await slider(page).getAttribute("max"));
  // Looks at one step after another, in the page, until one says it.
  const says = (part) =>
    slider(page).evaluate(async (slider, part) => {
      for (let at = 0; at <= Number(slider.max); at += 1) {
        slider.value = String(at);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((go) => setTimeout(go));
        if (document.querySelector("[data-testid=sentence]").textContent.includes(part)) return true;
      }
      return false;
    }, part);
  assert.ok(await says("table knows this position"));
  assert.ok(await says("null window showed that"));

  await slider(page).fill(String(Math.max(0, last - 4)));
  await page.getByLabel("Pace").selectOption("fastest");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction((last) => document.querySelector("input[type=range]").value === String(last), last);
  assert.deepEqual(page.failures, []);
});

test("a large search opens folded on a canvas, and a node can be expanded", async () => {
  const page = await arena.visitor();
  const search = { depth: 8, pruning: "alpha-beta" };
  await page.goto(`/step?${new URLSearchParams({ game: "tictactoe", search: JSON.stringify(search) })}`);
  await page.getByText(/steps are shown\. Choose a node/).waitFor({ timeout: 60_000 });
  const before = Number(await slider(page).getAttribute("max"));
  const openBelow = page.getByRole("button", { name: /^Open what lies below/ });
  for (let at = 0; at < 12 && (await openBelow.count()) === 0; at += 1) await page.keyboard.press("ArrowRight");
  await openBelow.click();
  await page.waitForFunction((before) => Number(document.querySelector("input[type=range]").max) > before, before, { timeout: 60_000 });
  assert.deepEqual(page.failures, []);
});

test("the shown tree is saved as an animation that plays in an image, and a large tree says why not", async () => {
  const page = await arena.visitor();
  await page.goto("/step");
  await tree(page).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as an animation (SVG)" }).click()]);
  assert.equal(download.suggestedFilename(), "alpha-beta-game-tree.svg");
  const svg = await readFile(await download.path(), "utf8");
  assert.match(svg, /2 leaves cut \(4, 6\)/);
  // The image is a document of its own: an invalid or incomplete file does not load.
  const size = await page.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, svg);
  assert.ok(size[0] >= 500 && size[1] >= 250, String(size));
  const [second] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a GIF (6 seconds)" }).click()]);
  assert.equal(second.suggestedFilename(), "alpha-beta-game-tree.gif");
  const gif = await readFile(await second.path());
  assert.ok(gif.length < 500_000, `${gif.length} bytes`);
  const frames = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ type: "image/gif", data: Uint8Array.from(bytes) });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const { frameCount } = decoder.tracks.selectedTrack;
    let ms = 0;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) ms += (await decoder.decode({ frameIndex })).image.duration / 1000;
    return [frameCount, ms];
  }, [...gif]);
  assert.ok(frames[0] > 10, String(frames));
  assert.equal(frames[1], 6_000);
  // In a document, a node's visibility follows the steps. Readers who want no motion see the finished tree.
  // The arena's own pages forbid its style sheet.
  await page.goto("about:blank");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const shown = await page.evaluate(async (svg) => {
    document.body.innerHTML = svg;
    const cut = document.querySelector("g.cut").closest("g.k");
    const at = (ms) => {
      for (const animation of document.getAnimations()) animation.currentTime = ms;
      return getComputedStyle(cut).visibility;
    };
    for (const animation of document.getAnimations()) animation.pause();
    const end = document.getAnimations()[0].effect.getComputedTiming().duration;
    return [at(0), at(end - 1)];
  }, svg);
  assert.deepEqual(shown, ["hidden", "visible"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("g.cut").closest("g.k")).visibility), "visible");

  await page.goto(`/step?${new URLSearchParams({ game: "tictactoe", search: JSON.stringify({ depth: 3, pruning: "none" }) })}`);
  await page.getByText(/An animation has at most 160 nodes and 1,000 steps\. With its cut branches and without plain minimax, this tree has \d+ nodes/).waitFor({ timeout: 60_000 });
  assert.equal(await page.getByRole("button", { name: /^Save as an animation/ }).count(), 0);
  assert.deepEqual(page.failures, []);
});

test("the embed code shows the search in a frame on another site, and no other page can be framed", async () => {
  const page = await arena.visitor();
  await page.goto(`/step?${new URLSearchParams({ game: "tictactoe", moves: "b2 a1 c1 a3", search: JSON.stringify({ depth: 2 }) })}`);
  const code = await page.getByRole("textbox", { name: "Code to embed this search in another page" }).inputValue();
  assert.match(code, /^<iframe src="http[^"]+\/embed\/step\?game=tictactoe&amp;/);
  const site = createServer((request, response) => response.setHeader("content-type", "text/html").end(request.url === "/other" ? code.replace("/embed/step", "/step") : code));
  await new Promise((go) => site.listen(0, "127.0.0.1", go));
  try {
    const other = await arena.visitor();
    const sockets = [];
    other.on("websocket", (socket) => sockets.push(socket.url()));
    await other.goto(`http://localhost:${site.address().port}/`);
    const frame = other.frameLocator("iframe");
    await frame.getByTestId("sentence").waitFor();
    await frame.getByText("Tic-tac-toe").waitFor();
    await frame.getByRole("button", { name: "To the end" }).click();
    await frame.getByText(/All moves are searched\. The best move is/).waitFor();
    assert.equal(await frame.getByRole("navigation").count(), 0);
    assert.equal(await frame.getByRole("link", { name: "Open in the stepper" }).getAttribute("target"), "_blank");
    assert.deepEqual(sockets.filter((url) => url.endsWith("/ws")), []);
    await other.goto(`http://localhost:${site.address().port}/other`);
    await other.waitForTimeout(1_000);
    assert.equal(await other.frameLocator("iframe").getByTestId("sentence").count(), 0);
  } finally {
    site.close();
  }
  assert.deepEqual(page.failures, []);
});

test("no accessibility violation and no horizontal overflow", async () => {
  const page = await arena.visitor();
  for (const view of ["/step", "/embed/step?game=tree", `/step?${new URLSearchParams({ game: "tictactoe", search: JSON.stringify({ depth: 4 }) })}`]) {
    await page.goto(view);
    await page.getByTestId("sentence").waitFor({ timeout: 60_000 });
    if (view.startsWith("/step")) {
      await page.getByTestId("counts").nth(1).waitFor({ timeout: 60_000 });
      await page.getByText("More switches").click();
    }
    await audit(page, view, LOOKS);
  }
  assert.deepEqual(page.failures, []);
});
