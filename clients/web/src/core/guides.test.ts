import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../../../docs");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
/** The blocks of commands and code, without their comments. */
const blocks = (text: string) => [...text.matchAll(/^```\w+\n[\s\S]*?^```$/gm)].map(([block]) => block.replace(/(^|\s+)#.*$/gm, ""));
const chinese = readdirSync(FOLDER).filter((name) => name.endsWith(".zh.md"));
/** These contain only the first steps. */
const SHORTER = ["tournaments.zh.md", "coming-from.zh.md"];

describe("guides in Chinese", () => {
  test.each(chinese)("%s links to the English one and back", (name) => {
    const english = name.replace(".zh.md", ".md");
    expect(read(name)).toContain(`[English](${english}) · 中文`);
    expect(read(english)).toContain(`[中文](${name}) · English`);
  });

  test.each(chinese.filter((name) => !SHORTER.includes(name)))("%s has the same commands", (name) => {
    expect(blocks(read(name))).toEqual(blocks(read(name.replace(".zh.md", ".md"))));
  });
});
