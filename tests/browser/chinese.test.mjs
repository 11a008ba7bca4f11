// The whole page in Chinese: a match against a bot and one between friends, a bot that is built, played and entered
// into a tournament, its table, the stepper, the lessons.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { audit, open } from "./arena.mjs";
import { foreignWords } from "./foreign.mjs";

let arena;
before(async () => (arena = await open()));
after(() => arena?.close());

/** Like `audit`, of a page that is Chinese throughout. */
async function auditChinese(page, name) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.deepEqual(await foreignWords(page), [], name);
  await audit(page, name);
}

test("a complete match and the pages before it", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  await page.goto("/?game=tictactoe&bot=tictactoe-random");
  await page.getByRole("heading", { name: "下棋", exact: true }).waitFor();
  const start = page.getByRole("button", { name: "开始对局" });
  await page.waitForFunction(() => document.querySelector("button.start:not(:disabled)"));
  await auditChinese(page, "the first page");
  await start.click();
  const cells = page.getByRole("grid", { name: "棋盘" }).locator(".playable");
  const verdict = page.getByTestId("verdict");
  // A click that comes before the page has shown the last move has no effect.
  for (let tries = 0; tries < 100 && (await verdict.count()) === 0; tries += 1) {
    await cells.first().click({ timeout: 1000 }).catch(() => undefined);
  }
  await page.getByText(/^(你赢了|你输了|和棋)$/).waitFor();
  await page.getByRole("button", { name: "再来一局" }).waitFor();
  await auditChinese(page, "a match");

  // The switch selects English and is remembered.
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "设置" }).click();
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Rematch" }).waitFor();
  assert.deepEqual(page.failures, []);
});

test("two friends use takeback, draw and rematch", async () => {
  const [ann, bob] = [await arena.visitor("light", undefined, "zh-CN"), await arena.visitor("dark", undefined, "zh-CN")];
  const cell = (page, point) => page.getByRole("grid", { name: "棋盘" }).locator(`[data-point=${point}]`);
  const mine = (page) => page.getByText("轮到你走", { exact: true }).waitFor();
  const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
  await ann.goto("/");
  await ann.getByRole("button", { name: /^对手：/ }).click();
  await ann.getByRole("radio", { name: "朋友", exact: true }).check({ force: true });
  await press(ann, "创建对局");
  const link = await ann.getByRole("textbox", { name: "对局链接" }).inputValue();
  await auditChinese(ann, "an invitation");
  await bob.goto(link);
  await bob.getByRole("button", { name: /^加入并执/ }).click();
  await mine(ann);
  await cell(ann, "a1").click();
  await mine(bob);
  await press(ann, "悔棋");
  await bob.getByText(/提议悔棋。$/).first().waitFor();
  await auditChinese(bob, "an offer");
  await press(bob, "接受");
  await mine(ann);
  await cell(ann, "b2").click();
  await mine(bob);
  await press(bob, "提和");
  await press(ann, "接受");
  for (const page of [ann, bob]) {
    await page.getByTestId("verdict").waitFor();
    assert.equal(await page.getByTestId("verdict").textContent(), "和棋");
  }
  await press(bob, "再来一局");
  await press(ann, "接受");
  await mine(bob);
  await cell(bob, "c3").click();
  await mine(ann);
  assert.deepEqual([...ann.failures, ...bob.failures], []);
});

test("a bot is built, played and entered into a tournament with a table", async () => {
  const page = await arena.operator("dark", "zh-CN");
  await page.goto("/bots/build");
  await page.getByLabel("起点").selectOption("tictactoe-textbook");
  await page.getByLabel("名字", { exact: true }).fill("我的机器人");
  await page.getByRole("region", { name: "它在这个局面的着法" }).getByText("最佳着法").waitFor();
  await auditChinese(page, "the builder");
  await page.waitForURL((url) => decodeURIComponent(url.search).includes("我的机器人"));
  const built = page.url();
  await page.getByRole("link", { name: "与它下棋" }).click();
  await page.locator("button.start:not(:disabled)").click();
  await page.getByRole("grid", { name: "棋盘" }).locator(".playable").first().click();
  await page.waitForFunction(() => document.querySelectorAll("section[aria-label=着法] li button").length >= 2);

  await page.goto(built);
  await page.getByRole("link", { name: "让它参赛" }).click();
  await page.getByText("我的机器人", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^添加全部 \d+ 个机器人$/ }).click();
  await page.getByText(/同时进行 \d+ 局$/).waitFor();
  await auditChinese(page, "the composer");
  await page.getByRole("button", { name: "开始赛事" }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  await page.getByText("已结束", { exact: true }).waitFor({ timeout: 120_000 });
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.locator("#standings summary").first().click();
  await page.getByRole("table", { name: "积分榜" }).getByRole("rowheader", { name: /我的机器人/ }).waitFor();
  await page.getByRole("heading", { name: "比赛条件" }).waitFor();
  await auditChinese(page, "the results");
  assert.deepEqual(page.failures, []);
});

test("describes every game, option, evaluation and bot in Chinese", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  const { games } = await (await page.request.get("/api/games")).json();
  for (const { name, evaluations } of games) {
    await page.goto(`/?game=${name}`);
    await page.waitForFunction(() => document.querySelector("button.start:not(:disabled)"));
    assert.deepEqual(await foreignWords(page), [], name);
    // The builder describes the weights of each evaluation.
    await page.goto(`/bots/build?${new URLSearchParams({ bot: JSON.stringify({ game: name, evaluation: evaluations[0].name }) })}`);
    await page.locator(".weights").or(page.getByRole("region", { name: "它在这个局面的着法" })).first().waitFor();
    assert.deepEqual(await foreignWords(page), [], `the builder for ${name}`);
  }
  await page.goto("/bots");
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  assert.deepEqual(await foreignWords(page), [], "the list of bots");
  assert.deepEqual(page.failures, []);
});

test("the stepper explains cutoffs, and the lessons can be completed", async () => {
  const page = await arena.visitor("light", undefined, "zh-CN");
  await page.goto("/step");
  await page.getByRole("button", { name: "下一次剪枝" }).click();
  await page.getByTestId("sentence").getByText("β ≤ α：MIN 在此已有 2，而 MAX 在别处已有 3，因此不会让对局走到这里：剪去 2 个叶子（4、6）。").waitFor();
  await auditChinese(page, "the stepper");

  // Completes each lesson and the match after it.
  await page.setViewportSize({ width: 1280, height: 844 });
  const answers = {
    极小极大: () => page.getByLabel("你的答案").fill("7"),
    深度与评估函数: () => page.getByLabel("5 层").check(),
    "α-β 剪枝": async () => {
      for (const leaf of ["8", "7", "2"]) await page.getByRole("button", { name: `叶子 ${leaf}`, exact: true }).click();
    },
    "排序、置换表与迭代加深": () => page.getByLabel("顺序 2").first().check(),
    开局库: () => page.getByRole("grid", { name: "棋盘" }).locator('[data-point="b2"]').click(),
    刚才的对手: () => page.getByRole("grid", { name: "棋盘" }).locator('[data-point="a3"]').click(),
  };
  await page.goto("/lessons");
  for (const [title, answer] of Object.entries(answers)) {
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    await answer();
    await page.getByRole("button", { name: "检查" }).click();
    await page.getByText("答对了。").waitFor({ timeout: 60_000 });
    if (title === "极小极大") {
      await auditChinese(page, "a lesson");
      await page.setViewportSize({ width: 1280, height: 844 });
    }
    assert.deepEqual(await foreignWords(page), [], title);
    if (title !== "刚才的对手") await page.getByRole("link", { name: "下一课" }).click();
  }
  await page.getByRole("button", { name: "开始对局" }).click();
  await page.waitForURL(/\/match\//);
  assert.deepEqual(page.failures, []);
});
