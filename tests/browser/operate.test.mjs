// The operator's page: its figures, announcements, draining, bans, and that only the operator sees it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { board, open, prepare, violations } from "./arena.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

const text = (page, said) => page.getByText(said, { exact: true });

test("the operator announces, drains and bans", async () => {
  const ann = await arena.visitor();
  await (await prepare(ann)).click();
  await board(ann).waitFor();
  const operator = await arena.operator();
  await operator.getByRole("link", { name: "Tournaments", exact: true }).click();
  await operator.getByRole("link", { name: "Operating", exact: true }).click();
  const matches = operator.getByRole("row", { name: /^Matches open or live/ });
  await matches.getByRole("cell", { name: "1", exact: true }).waitFor();
  await operator.getByText(/connections?$/).first().waitFor();

  await operator.getByLabel("Text of the announcement").fill("We restart at eight.");
  await operator.getByRole("button", { name: "Announce", exact: true }).click();
  await text(ann, "We restart at eight.").waitFor();
  await ann.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await text(ann, "We restart at eight.").count(), 0);
  await operator.getByRole("button", { name: "Take it back" }).click();
  await operator.getByRole("button", { name: "Take it back" }).waitFor({ state: "detached" });

  await operator.getByRole("button", { name: "Take no new matches" }).click();
  await operator.getByText("No new matches can start. 1 match is still open or live.").waitFor();
  const bob = await arena.visitor("light", undefined, "zh");
  await bob.goto("/");
  await bob.getByRole("button", { name: "开始对局" }).click();
  await text(bob, "服务器即将重启，暂时不能创建新的对局；已经开始的照常进行。").waitFor();
  await operator.getByRole("button", { name: "Take new matches again" }).click();
  await operator.getByRole("button", { name: "Take no new matches" }).waitFor();

  const id = await ann.evaluate(async () => {
    const match = location.pathname.split("/").at(-1);
    const { seats } = await (await fetch(`/api/matches/${match}`)).json();
    return seats.find((seat) => seat.player).player;
  });
  await operator.getByLabel("Player", { exact: true }).fill(`${arena.url}/people/${id}`);
  await operator.getByLabel("Reason (shown to the player)").fill("two windows");
  await operator.getByRole("button", { name: "Ban", exact: true }).click();
  const lift = operator.getByRole("button", { name: /^Lift the ban of / });
  await lift.waitFor();
  await operator.getByText("two windows").first().waitFor();
  await lift.click();
  await text(operator, "Nobody is banned.").waitFor();
  await operator.evaluate(() => document.activeElement?.blur());
  assert.deepEqual(await violations(operator), []);
  if (process.env.SCREENSHOTS) await operator.screenshot({ path: `${process.env.SCREENSHOTS}/operations.png`, fullPage: true });
  for (const page of [ann, bob, operator]) assert.deepEqual(page.failures, []);
});

test("the operator pauses and continues a tournament", async () => {
  const page = await arena.operator();
  await page.goto("/tournaments");
  const files = page.getByRole("region", { name: "Start a tournament of bots" });
  await files.locator("summary", { hasText: "Chess" }).click();
  await files.getByRole("button", { name: "Start Chess: what a ply is worth" }).click();
  await page.waitForURL(/\/tournaments\/./);
  const path = new URL(page.url()).pathname;
  const paused = () => page.evaluate(async (path) => (await (await fetch(`/api${path}`)).json()).state, path);
  await page.goto("/operations");
  await page.getByRole("button", { name: /^Pause .*what a ply is worth$/ }).click();
  const goOn = page.getByRole("button", { name: /^Go on .*what a ply is worth$/ });
  await goOn.waitFor();
  assert.equal(await paused(), "paused");
  await goOn.click();
  await page.getByRole("button", { name: /^Pause .*what a ply is worth$/ }).waitFor();
  assert.equal(await paused(), "running");
  // Its name links to its page, where it is stopped.
  await page.getByRole("link", { name: "Chess: what a ply is worth" }).click();
  // The request shows before the server has carried it out.
  const stopping = page.getByRole("button", { name: "Stopping after the current matches" });
  await page.route("**/stop", async (route) => {
    await stopping.waitFor();
    await route.continue();
  });
  await page.getByRole("button", { name: "Stop after the current matches" }).click();
  await page.getByText("stopped", { exact: true }).waitFor();
  await page.goBack();
  await text(page, "None is under way.").waitFor();
  assert.deepEqual(page.failures, []);
});

test("only the operator sees the page, also in Chinese", async () => {
  const guest = await arena.visitor();
  await guest.goto("/operations");
  await text(guest, "This page is for the operator.").waitFor();
  assert.equal(await guest.getByRole("button", { name: "Announce", exact: true }).count(), 0);
  const operator = await arena.operator("dark", "zh");
  await operator.goto("/operations");
  await operator.getByRole("heading", { name: "服务器运维" }).waitFor();
  await operator.getByRole("row", { name: /^连接/ }).waitFor();
  assert.deepEqual(await violations(operator), []);
  if (process.env.SCREENSHOTS) await operator.screenshot({ path: `${process.env.SCREENSHOTS}/operations-zh.png`, fullPage: true });
  for (const page of [guest, operator]) assert.deepEqual(page.failures, []);
});
