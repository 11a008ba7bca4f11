// @vitest-environment node
//
// Checks that texts have the four sizes and two weights of `styles/tokens.css`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "..");

test("sizes and weights of text are those of the tokens", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.(css|svelte)$/.test(file) && !file.endsWith("tokens.css"));
  const found = files.flatMap((file) => [...readFileSync(join(src, file), "utf8").matchAll(/(?<![-\w])(font-size: [\d.]+rem|font-weight: \d+)/g)].map(([rule]) => `${file}: ${rule}`));
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
