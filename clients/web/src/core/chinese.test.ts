// @vitest-environment node
//
// Checks Chinese texts: one term for each concept, and no space beside a full-width mark.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { spaced } from "./spaced";

const src = join(import.meta.dirname, "..");
const files = readdirSync(src, { recursive: true, encoding: "utf8" });
const read = (file: string) => readFileSync(join(src, file), "utf8");
/** The texts of refusals follow the server's and are not checked here. */
const texts = files.filter((file) => file.endsWith(".zh.ts") && !/told\.zh\.ts$/.test(file));

const MARKS = "。，：；！？、）”";
const WRONG: [RegExp, string][] = [
  [/(?<!国际|title: ")象棋/, "象棋 alone is another game: write 国际象棋"],
  [/席位|空席/, "a seat is 座位"],
  [/认领/, "a name is registered: 注册"],
  [/账户/, "an account is 账号"],
  [/[一每逐\d}] ?盘(?!面)|盘棋|盘数/, "a match is 局"],
  [/开办/, "a tournament is held: 举办"],
  [/(?<![\d,.])[1-9]\d{4,}(?!\d*px)/, "digits are grouped"],
  [/[\d}] %/, "no blank before a per cent sign"],
  [new RegExp(`[${MARKS}] (?=[\\p{L}\\p{N}])`, "u"), "no blank behind a full-width mark"],
  [/\p{Script=Han}[,;:!?]/u, "full-width marks between characters"],
  [/(?<![\\\w])\d+\p{Script=Han}|\p{Script=Han}\d/u, "a blank between digits and characters"],
  [/次序/, "an order is 顺序"],
  [/代价/, "costs are 开销"],
  [/alpha-beta(?!"?:)/, "alpha-beta is α-β 剪枝"],
];

test("a side of Latin letters has spaces around it, a Chinese one has none", () => {
  expect(["X", "黑方"].map((side) => spaced(`轮到${side}走，${side}胜。`))).toEqual(["轮到 X 走，X 胜。", "轮到黑方走，黑方胜。"]);
});

test("Chinese texts use one term for each concept and full-width marks", () => {
  const found = texts.flatMap((file) => read(file).split("\n").flatMap((line, i) => WRONG.filter(([wrong]) => wrong.test(line.replace(/\/\/.*|\/\*.*\*\//g, ""))).map(([, why]) => `${file}:${i + 1}: ${why}`)));
  expect(texts.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

test("no view puts a space after a Chinese text that ends in a full-width mark", () => {
  const found = files.filter((file) => file.endsWith(".svelte")).flatMap((file) => {
    const view = read(file);
    const sources = [...view.matchAll(/import \{ ([^}]*) \} from "([^"]+)\.words"/g)].flatMap(([, names = "", path = ""]) =>
      names.split(",").flatMap((name) => {
        const given = /^\s*words(?: as (\w+))?\s*$/.exec(name);
        return given ? [[given[1] ?? "words", read(`${normalize(join(dirname(file), path))}.zh.ts`)] as const] : [];
      }),
    );
    const joined = view.matchAll(/\{(\w+)\.([\w.]+)(?:\((?:[^{}]|\{[^{}]*\})*?\))?\}(?:<\/\w+>)? (?=\{|<(?!button))/g);
    return [...joined].flatMap(([said, name = "", path = ""]) => {
      const text = sources.find(([known]) => known === name)?.[1] ?? "";
      const line = new RegExp(`\\b${path.split(".").at(-1) ?? ""}: .*`).exec(text)?.[0] ?? "";
      return new RegExp(`[${MARKS}]["\`]\\)?,?$`).test(line) ? [`${file}: ${said}`] : [];
    });
  });
  expect(found).toEqual([]);
});
