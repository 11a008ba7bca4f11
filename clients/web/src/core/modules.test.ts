import { expect, test } from "vitest";
import type { BotView } from "../wire";
import { chosenEvaluation, moduleChoice, moduleOf, offeredModules } from "./modules";

const bot = (name: string, spec: Record<string, unknown>, module?: boolean): BotView => ({ name, game: "a-game", about: "", level: 0, spec, summary: "", ...(module ? { module } : {}) });
const limited = { wasm: "own.wasm", digest: "b", runtime: "wasmi 2.0.0", pages: 128 };
const bots = [bot("club", { evaluation: { name: "lines" } }), bot("Ann/centre@2", { evaluation: { wasm: "centre.wasm", digest: "a", runtime: "wasmi 2.0.0", pages: 64 } }, true), bot("ours", { evaluation: limited }), bot("trained", { evaluation: { model: "new.model", digest: "e" } }), bot("Ben/last@1", { module: { wasm: "last.wasm", digest: "c" } }, true)];
const offered = offeredModules(bots);

test("the evaluations of modules are offered under the names of their bots", () => {
  expect(offered).toEqual([
    { bot: "Ann/centre@2", evaluation: { wasm: "centre.wasm", digest: "a" } },
    { bot: "ours", evaluation: { wasm: "own.wasm", digest: "b", pages: 128 } },
    { bot: "trained", evaluation: { model: "new.model", digest: "e" } },
  ]);
  for (const { evaluation } of offered) expect(chosenEvaluation(moduleChoice(evaluation, offered), offered)).toEqual(evaluation);
});

test("a built-in evaluation is chosen by its name, and an old version shows its file", () => {
  expect(chosenEvaluation("lines", offered)).toBe("lines");
  expect([moduleOf("lines"), moduleOf({ name: "lines" }), moduleOf(limited)]).toEqual([undefined, undefined, limited]);
  expect(moduleChoice({ wasm: "old.wasm", digest: "d" }, offered)).toBe("@old.wasm");
});
