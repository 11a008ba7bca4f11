// @vitest-environment node
//
// Checks that the current element stays readable under the pointer: its style must override the hover style.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Rule {
  selector: string;
  background: boolean;
  place: number;
}

const CURRENT = /\[aria-(current|pressed|selected|checked)|:checked|\.(current|chosen|at)\b/;

/** Returns the specificity of a selector without combinators as one number: ids, classes and elements. */
function specificity(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0;
  const pseudo = count(/(?<!:):(?!not\(|is\(|where\(|global\(|:)[a-z-]+/g);
  return 10_000 * count(/#/g) + 100 * (count(/\.[a-z]/gi) + count(/\[/g) + pseudo) + count(/(^|[\s>+~(])[a-z]+[0-9]?/gi);
}

function rules(css: string): Rule[] {
  const found: Rule[] = [];
  const text = css.replace(/\/\*.*?\*\//gs, "");
  for (const [, selectors = "", body = ""] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const selector of selectors.split(",")) found.push({ selector: selector.trim(), background: /(^|[\s;])background(-color)?:/.test(body), place: found.length });
  }
  return found;
}

/** Returns the element of a selector, without its states and attributes. */
const subject = (selector: string) => selector.replace(/\[[^\]]*\]|::?[a-z-]+(\([^)]*\))?|\.(current|chosen|at)\b/g, "").trim();

/** Returns the hover rules that hide the current element. */
function hiding(css: string): string[] {
  const all = rules(css).filter(({ background }) => background);
  const current = all.filter(({ selector }) => CURRENT.test(selector) && !selector.includes(":hover"));
  return all
    .filter(({ selector }) => selector.includes(":hover") && !/:not\([^)]*(aria-|checked)/.test(selector))
    .filter((hover) => current.some((one) => subject(one.selector) === subject(hover.selector) && (specificity(one.selector) < specificity(hover.selector) || (specificity(one.selector) === specificity(hover.selector) && one.place < hover.place))))
    .map(({ selector }) => selector);
}

test("a hover style with a higher specificity than the current style is found", () => {
  expect(hiding("li button:hover:enabled { background: grey } li button[aria-current] { background: blue }")).toEqual(["li button:hover:enabled"]);
  expect(hiding("a:hover { background: grey } a[aria-current] { background: blue }")).toEqual([]);
});

test("no view hides the current element under the pointer", () => {
  const src = join(import.meta.dirname, "..");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|css)$/.test(file));
  const found = files.flatMap((file) => {
    const text = readFileSync(join(src, file), "utf8");
    const css = file.endsWith(".css") ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? "");
    return hiding(css).map((selector) => `${file}: ${selector}`);
  });
  expect(found).toEqual([]);
});
