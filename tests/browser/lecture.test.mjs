// The lecture mode: a search or a match for a class.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LOOKS, PHONE, board, fits, open, prepareAt, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const TREE = `/step?${new URLSearchParams({ game: "tree", position: "[[3,12,8],[2,4,6],[14,5,2]]", search: JSON.stringify({ depth: 2, pruning: "alpha-beta" }) })}`;

test("a search fills the screen, and the keys of a clicker lead through it", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(TREE);
  const sentence = page.getByTestId("sentence");
  await sentence.filter({ hasText: /\S/ }).waitFor();
  await page.locator("#counts-title").waitFor();
  await page.locator("body").press("p");
  const lecture = page.getByRole("dialog", { name: "Lecture" });
  // In full screen, the page itself would cover the dialog.
  await page.waitForFunction(() => document.fullscreenElement?.parentElement?.matches("dialog"));
  const shown = lecture.getByTestId("lecture-sentence");
  await shown.waitFor();
  assert.equal(await shown.evaluate((p) => getComputedStyle(p).fontSize), "32px");
  const part = await lecture.locator(".stage svg[role=group]").evaluate((svg) => svg.getBoundingClientRect().width * svg.getBoundingClientRect().height / (innerWidth * innerHeight));
  assert.ok(part > 0.6, `the tree covers ${part.toFixed(2)} of the screen`);
  const across = await lecture.locator(".stage .node").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).reduce(([from, to], { left, right }) => [Math.min(from, left), Math.max(to, right)], [Infinity, 0]));
  assert.ok(across[1] - across[0] > 0.85 * 1920, `the nodes reach from ${across.map(Math.round).join(" to ")}`);
  const place = () => lecture.getByText(/^\d+ \/ \d+$/).textContent();
  const first = await place();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  assert.equal(Number((await place()).split(" / ")[0]), Number(first.split(" / ")[0]) + 2);
  await page.keyboard.press("PageUp");
  assert.equal(Number((await place()).split(" / ")[0]), Number(first.split(" / ")[0]) + 1);
  assert.equal(await shown.textContent(), await sentence.textContent());
  await lecture.getByRole("img", { name: "QR code for following this lecture" }).waitFor();

  // The code fills the stage with its address, for the last row.
  await page.keyboard.press("q");
  await lecture.getByText(/\/follow\/[0-9a-f-]{36}$/).waitFor();
  assert.ok(await lecture.locator(".join img").evaluate((image) => image.getBoundingClientRect().height > 0.5 * innerHeight));
  await page.keyboard.press("q");
  await lecture.locator(".join").waitFor({ state: "detached" });

  // A phone that opens the address in the code shows the same step, and moves with the lecture.
  const code = await lecture.locator("img[data-path^='/follow/']").getAttribute("data-path");
  const phone = await arena.visitor();
  await phone.setViewportSize(PHONE);
  await phone.goto(code);
  const followed = phone.getByTestId("sentence");
  await followed.getByText(await shown.textContent(), { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await lecture.getByText("1 follows").waitFor();
  await followed.getByText(await shown.textContent(), { exact: true }).waitFor();
  assert.deepEqual(await violations(phone), [], "a follower");
  for (const width of [320, PHONE.width]) {
    await phone.setViewportSize({ width, height: PHONE.height });
    await fits(phone, "a follower", width);
  }
  assert.deepEqual(phone.failures, []);

  // Two rooms, whatever the colours of the page are.
  const ground = () => lecture.evaluate((dialog) => getComputedStyle(dialog).backgroundColor);
  await lecture.getByRole("button", { name: "Light" }).click();
  const light = await ground();
  await page.keyboard.press("d");
  assert.notEqual(await ground(), light);
  for (const { width, height, scheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await violations(page), [], `lecture at ${width}`);
    await fits(page, "lecture", width);
  }
  await page.keyboard.press("Escape");
  await lecture.waitFor({ state: "detached" });
  // The page stays at the step.
  assert.ok(await sentence.isVisible());
  assert.deepEqual(page.failures, []);
});

test("the board of a match fills the screen", async () => {
  const page = await arena.visitor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await (await prepareAt(page, { game: "tictactoe", moves: "b2 a1" })).click();
  await page.waitForURL(/\/match\//);
  await board(page).locator(".playable").first().waitFor();
  await page.getByRole("heading", { name: "Moves" }).waitFor();
  await page.locator("body").press("p");
  const lecture = page.getByRole("dialog", { name: "Lecture" });
  const { height } = await lecture.locator(".stage svg[role=grid]").boundingBox();
  assert.ok(height > 600, `the board is ${height} high`);
  await lecture.getByTestId("lecture-sentence").getByText("At the start").waitFor();
  // A phone follows the moves of a match, too.
  const code = await lecture.locator("img[data-path^='/follow/']").getAttribute("data-path");
  const phone = await arena.visitor();
  await phone.goto(code);
  const move = phone.getByTestId("followed-move");
  await move.getByText("The start").waitFor();
  // Escape closes the enlarged code first. The address of this server leads a phone to itself.
  await page.keyboard.press("q");
  await lecture.locator(".join").getByText(/works on this computer only/).waitFor();
  await page.keyboard.press("Escape");
  await lecture.locator(".join").waitFor({ state: "detached" });
  assert.equal(await lecture.count(), 1);
  await page.keyboard.press("p");
  await lecture.waitFor({ state: "detached" });
  await phone.getByText("The lecture has ended.").waitFor();
  assert.deepEqual([page.failures, phone.failures], [[], []]);
});
