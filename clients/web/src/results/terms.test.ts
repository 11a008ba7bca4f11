import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { speak } from "../core/language.svelte";
import { shortName } from "../core/state";
import type { OpeningsFrom } from "../wire";
import { zh } from "./terms.zh";

test("conditions are shown with their values", async () => {
  await speak("zh");
  expect(zh.limits("depth 6, …", { depth: 6, clock: { initial_ms: 60_000, increment_ms: 600, delay_ms: 0, per_move: false }, margin_ms: 100 })).toBe("6 层，全局 1 分钟，每步加 600 毫秒，允许超时 100 毫秒");
  expect(zh.limits("none", {})).toBe("无");
  expect(zh.adjudication(["drawn after 300 plies"], { max_plies: 300, resign: { moves: 4, value: 600, two_sided: true } })).toBe("连续 4 步的评估值不高于 −600，且对方的评估一致，判负；达到 300 步，判和");
  const from: OpeningsFrom = { source: "book", name: "classic", shuffled: true, per: "encounter" };
  expect(zh.openings("the book classic, …", from)).toBe("经典开局库，顺序随机，每个回合一个");
  await speak("en");
});

test("the table names a bot as the verdict does", async () => {
  const boards = join(import.meta.dirname, "../boards");
  const game = readdirSync(boards).find((name) => existsSync(`${boards}/${name}/game.zh.ts`) && readFileSync(`${boards}/${name}/game.zh.ts`, "utf8").includes(`"${name}-club"`)) ?? "";
  await speak("zh");
  expect(shortName({ name: `${game}-club`, label: "club" })).toBe("棋社");
  expect(shortName({ name: `${game}-club depth=3`, label: "depth=3" })).toBe("depth=3");
  await speak("en");
  expect(shortName({ name: `${game}-club`, label: "club" })).toBe("club");
});
