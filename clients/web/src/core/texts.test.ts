import { describe, expect, test } from "vitest";
import { ALWAYS, load } from "../zh";
import { count } from "./format";
import { words as told } from "./told.words";
import { choose, language, preferred, say, speak, textsOf, textsReady } from "./language.svelte";

const chinese = Object.keys(import.meta.glob("../**/*.zh.ts"));
const english = import.meta.glob<{ words: object }>("../**/*.words.ts", { eager: true });
const pathOf = (file: string) => (file.startsWith("./") ? `core/${file.slice(2)}` : file.slice(3)).replace(/\.(words|zh)\.ts$/, "");
const named = Object.entries(english).map(([file, { words }]) => [pathOf(file), words] as const);
const texts = await load(chinese.map(pathOf));
/** Files without a Chinese version. */
const TO_COME: string[] = [];

/** Returns the nested keys of texts. An array counts as one key, because one language may need more sentences. */
function keys(of: unknown, path = ""): string[] {
  if (typeof of !== "object" || of === null || Array.isArray(of)) return [`${path}: ${Array.isArray(of) ? "array" : typeof of}`];
  return Object.entries(of).flatMap(([key, inner]) => keys(inner, `${path}.${key}`)).sort();
}

describe("texts", () => {
  test.each(named.filter(([name]) => !TO_COME.includes(name)))("%s has the same keys in both languages", (name, words) => {
    expect(Object.keys(texts)).toContain(name);
    expect(keys(texts[name])).toEqual(keys(words));
  });

  test("Chinese texts use Chinese punctuation", () => {
    const said = (of: unknown): string[] => (typeof of === "string" ? [of] : typeof of === "function" ? [String(of)] : typeof of === "object" && of !== null ? Object.values(of).flatMap(said) : []);
    const wrong = Object.values(texts).flatMap(said).filter((text) => /\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}/u.test(text));
    expect(wrong).toEqual([]);
  });
});

describe("the language", () => {
  test("is the stored choice, or else the first supported language of the browser", () => {
    expect(preferred(undefined, ["de-CH", "zh-Hans-CN", "en"])).toBe("zh");
    expect(preferred("en", ["zh-CN"])).toBe("en");
    expect(preferred("klingon", ["fr"])).toBe("en");
  });

  test("changes every text that is read afterwards, and is stored", async () => {
    const words = say("core/pages", { again: "Try again" });
    expect([words.again, count(1234.5)]).toEqual(["Try again", "1,234.5"]);
    await choose("zh");
    expect([words.again, language(), document.documentElement.lang]).toEqual(["重试", "zh", "zh-CN"]);
    expect(preferred()).toBe("zh");
    await speak("en");
    expect(words.again).toBe("Try again");
  });

  test("loads only the texts in use, and those of a later view before it is shown", async () => {
    await speak("zh");
    expect(ALWAYS.every((name) => textsOf(name) !== undefined) && ALWAYS.length > 5).toBe(true);
    const late = say("core/switches", { table_mb: "Size of the table" });
    expect(late.table_mb).toBe("Size of the table");
    await textsReady();
    expect(late.table_mb).toMatch(/\p{Script=Han}/u);
    await speak("en");
  });

  test("loads the reasons of errors when one is read", async () => {
    await speak("zh");
    const refusal = { code: "own_matches", args: { most: 3 }, message: "finish a match first" };
    expect(told.error(refusal)).toBe("服务器报告：“finish a match first”");
    await textsReady();
    expect(told.error(refusal)).toBe("你创建的对局有 3 局还没结束，先下完一局。");
    await speak("en");
  });
});
