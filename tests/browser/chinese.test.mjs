// All of the page in Chinese once: a match, the builder, a tournament and its table, the stepper, a lesson.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder, open } from "./arena.mjs";
import { foreignWords } from "./foreign.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** Chinese throughout, accessible, and no wider than a phone. */
async function audit(page, name) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.deepEqual(await foreignWords(page), [], name);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`), [], `${name} at ${width}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} is wider than ${width}`);
  }
}

test("a match to its end, and what is on the way to it", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  await page.goto("/?game=tictactoe&bot=tictactoe-random");
  await page.getByRole("heading", { name: "对弈", exact: true }).waitFor();
  const start = page.getByRole("button", { name: "开始对局" });
  await page.waitForFunction(() => document.querySelector("button.start:not(:disabled)"));
  await audit(page, "the first page");
  await start.click();
  const cells = page.getByRole("grid", { name: "棋盘" }).locator(".playable");
  const verdict = page.getByTestId("verdict");
  for (let ply = 0; ply < 5 && (await verdict.count()) === 0; ply += 1) {
    await page.getByText("轮到你了", { exact: true }).or(verdict).first().waitFor();
    if ((await verdict.count()) === 0) await cells.first().click();
  }
  await page.getByText(/^(你赢了|你输了|和棋)$/).waitFor();
  await page.getByRole("button", { name: "再来一局" }).waitFor();
  await audit(page, "a match");

  // The switch leads to English and is remembered.
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "设置" }).click();
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  assert.deepEqual(page.failures, []);
});

test("a bot is built; a tournament is composed, runs, and its table is read", async () => {
  const page = await arena.operator("dark", "zh-CN");
  await page.goto("/bots/build");
  await page.getByLabel("从谁开始").selectOption("tictactoe-textbook");
  await page.getByRole("region", { name: "它对开局的看法" }).getByText("最佳着法").waitFor();
  await audit(page, "the builder");

  await page.goto("/tournaments/new");
  await page.locator("label", { hasText: "井字棋" }).click();
  await page.getByRole("button", { name: /^添加全部 \d+ 个机器人$/ }).click();
  await page.getByText(/同时 \d+ 盘$/).waitFor();
  await audit(page, "the composer");
  await page.getByRole("button", { name: "开始赛事" }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  await page.getByRole("table", { name: "积分榜" }).waitFor();
  await page.getByText("已结束", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { name: "比赛条件" }).waitFor();
  await audit(page, "the results");
  assert.deepEqual(page.failures, []);
});

test("every game, its options, evaluations and bots are described in Chinese", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  const { games } = await (await page.request.get("/api/games")).json();
  for (const { name, evaluations } of games) {
    await page.goto(`/?game=${name}`);
    await page.waitForFunction(() => document.querySelector("button.start:not(:disabled)"));
    assert.deepEqual(await foreignWords(page), [], name);
    // The builder shows the weights of each evaluation with a sentence.
    await page.goto(`/bots/build?${new URLSearchParams({ bot: JSON.stringify({ game: name, evaluation: evaluations[0].name }) })}`);
    await page.locator(".weights").or(page.getByRole("region", { name: "它对开局的看法" })).first().waitFor();
    assert.deepEqual(await foreignWords(page), [], `the builder for ${name}`);
  }
  await page.goto("/bots");
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  assert.deepEqual(await foreignWords(page), [], "the bots");
  assert.deepEqual(page.failures, []);
});

test("the stepper says why it cuts, and a lesson is done", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  await page.goto("/step");
  await page.getByRole("button", { name: "下一次剪枝" }).click();
  await page.getByTestId("sentence").getByText("β ≤ α：MIN 在此已有 2，而 MAX 在别处已有 3，因此不会走到这里：剪去 2 个叶子（4、6）。").waitFor();
  await audit(page, "the stepper");

  await page.goto("/lessons?lesson=minimax");
  await page.getByRole("heading", { name: "极小极大" }).waitFor();
  await page.getByLabel("你的答案").fill("7");
  await page.getByRole("button", { name: "检查" }).click();
  await page.getByText("答对了。").waitFor();
  await audit(page, "a lesson");
  assert.deepEqual(page.failures, []);
});
