// @vitest-environment node
//
// Checks that all visible texts are in words files, which exist in each language. It searches the views for other
// texts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Attributes that are displayed or read aloud. */
const SEEN = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt", "label", "legend", "what", "caption", "action"];
/** Texts that are the same in every language. */
const NAMES = ["minimax", "arena", "· minimax arena", "arena solve"];

const letters = (text: string) => /\p{L}{2}/u.test(text) && !NAMES.includes(text.trim());
/** Two words, or one that begins a sentence. A single lower-case word, such as "first", is a code. */
const phrase = (text: string) => letters(text) && (/\p{L}{2,} \p{L}{2,}/u.test(text) || /^\s*\p{Lu}\p{Ll}{2,}(…|\.|$)/u.test(text) || /^ \p{L}{2,}/u.test(text)) && !text.includes("<");

/** Returns the displayable texts of an expression. Skips comparisons, thrown errors and SVG paths. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isNode(node)) return [];
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TemplateElement") return [(node.value as { cooked: string }).cooked];
  const callee = isNode(node.callee) ? String(node.callee.name) : "";
  if (node.type === "BinaryExpression" && node.operator !== "+") return [];
  if (callee === "Error" || node.type.startsWith("TS")) return [];
  return Object.values(node).flatMap((value) => (Array.isArray(value) || isNode(value) ? textsIn(value) : []));
}

function inMarkup(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(inMarkup);
  if (!isNode(node)) return [];
  if (node.type === "Text") return letters(node.data as string) ? [node.data as string] : [];
  if ((node.type === "RegularElement" && node.name === "code") || node.type === "StyleDirective") return [];
  if (node.type === "Attribute") {
    const seen = SEEN.includes(node.name as string);
    if (node.name === "class" || node.name === "style") return [];
    return [node.value].flat().flatMap((part) => (!isNode(part) ? [] : part.type === "Text" ? (seen && letters(part.data as string) ? [part.data as string] : []) : textsIn(part.expression).filter(phrase)));
  }
  if (node.type === "ExpressionTag") return textsIn(node.expression).filter(phrase);
  return Object.entries(node).flatMap(([key, value]) => (key === "expression" || key === "metadata" ? [] : inMarkup(value)));
}

test("views have no texts of their own", () => {
  const src = join(import.meta.dirname, "..");
  const views = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
  expect(views.length).toBeGreaterThan(80);
  const found = views.flatMap((file) => {
    const { fragment, instance, module } = parse(readFileSync(join(src, file), "utf8"), { modern: true });
    const scripts = [instance, module].flatMap((script) => script?.content.body.filter(({ type }) => type !== "ImportDeclaration") ?? []);
    return [...inMarkup(fragment), ...textsIn(scripts).filter(phrase)].map((text) => `${file}: ${text.trim()}`);
  });
  // Keyboard key names, which handlers compare and look up.
  expect(found.filter((text) => !/: (Escape|Enter|Home|End|Notification)$/.test(text))).toEqual([]);
});
