// A permitted player opens a tournament: the form shows the remaining allowance and errors at their fields.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, violations } from "./arena.mjs";

let arena;
const BOUNDS = { OPEN: 5, OPEN_PER_PLAYER: 1, ENTRANTS: 4, MATCHES: 50, GAMES: "tictactoe,connect4" };
before(async () => (arena = await open(Object.fromEntries(Object.entries(BOUNDS).map(([key, value]) => [`ARENA_TOURNAMENTS_${key}`, String(value)])))));
after(() => arena?.close());

test("a player opens and runs a tournament within the operator's limits", async () => {
  const page = await arena.visitor();
  await page.goto("/tournaments");
  const card = page.getByRole("region", { name: "Open a league or a tournament" });
  // A guest sees the missing requirement with a link.
  await card.getByRole("link", { name: "Claim a name" }).click();
  const claim = page.getByRole("form", { name: "Claim a name" });
  await claim.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await claim.getByLabel("Password").fill("analytical engine");
  await claim.getByRole("button", { name: "Claim it" }).click();
  await page.getByRole("button", { name: "Done" }).click();

  await page.goto("/tournaments");
  await card.getByRole("button", { name: "Open one", exact: true }).click();
  await card.getByText("You may open 1 more now.").waitFor();
  await card.getByText("Each has at most 4 entrants and 50 matches").waitFor();
  assert.deepEqual(await card.getByRole("group", { name: "Game" }).locator("label").allInnerTexts(), ["Tic-tac-toe", "Connect four"]);
  await card.getByRole("textbox", { name: "Name" }).fill("Ada's cup");
  const most = card.getByRole("spinbutton", { name: "Entrants at most" });
  await most.fill("9");
  await card.getByRole("button", { name: "Open it" }).click();
  await card.getByRole("alert").filter({ hasText: "must be between 2 and 4, got 9" }).waitFor();
  assert.deepEqual(await violations(page), []);

  await most.fill("4");
  await card.getByText("With bots of this arena").click();
  await card.getByRole("checkbox", { name: "tictactoe-random" }).check();
  await card.getByRole("checkbox", { name: "tictactoe-beginner" }).check();
  await card.getByRole("button", { name: "Open it" }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  const running = page.getByRole("group", { name: "Running it" });
  await running.getByRole("heading", { name: "Running it" }).waitFor();
  await running.getByLabel("A bot or engine of this server").waitFor();
  await running.getByRole("button", { name: "Begin now" }).click();
  await page.getByText("over", { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);

  // Other visitors cannot control it.
  const other = await arena.visitor();
  await other.goto(page.url());
  await other.getByRole("region", { name: "Table" }).waitFor();
  assert.equal(await other.getByRole("group", { name: "Running it" }).count(), 0);
  assert.deepEqual([...page.failures, ...other.failures], []);
});

test("the form in Chinese", async () => {
  const page = await arena.visitor("dark", undefined, "zh-CN");
  await page.goto("/account");
  const claim = page.getByRole("form", { name: "注册名字" });
  await claim.getByRole("textbox", { name: "名字" }).fill("Charles");
  await claim.getByLabel("密码").fill("difference engine");
  await claim.getByRole("button", { name: "注册" }).click();
  await page.getByRole("button", { name: "完成" }).click();
  await page.goto("/tournaments");
  await page.getByRole("button", { name: "新建" }).click();
  await page.getByText("现在还可以举办 1 项。").waitFor();
  await page.getByLabel("名称").fill("杯赛");
  await page.getByLabel("参赛者上限").fill("9");
  await page.getByRole("button", { name: "开放报名" }).click();
  await page.getByText("9 不在 2 到 4 之间。").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.failures, []);
});
