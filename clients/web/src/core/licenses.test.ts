import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowed, notice, packages } from "../../licenses";

/** A package in a folder of its own. */
function packaged(license: string | undefined, text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "licence-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "a-package", version: "1.2.3", license }));
  if (text !== undefined) writeFileSync(join(folder, "LICENSE.md"), text);
  return folder;
}

test("modules belong to the innermost package", () => {
  const modules = ["/w/node_modules/svelte/src/a.js", "/w/node_modules/svelte/src/b.js", "/w/node_modules/@a/b/c.js", "/w/node_modules/x/node_modules/y/z.js", "/w/src/main.ts"];
  expect(packages(modules)).toEqual(["/w/node_modules/@a/b", "/w/node_modules/svelte", "/w/node_modules/x/node_modules/y"]);
  expect(packages(["\0vite/preload-helper.js"])[0]).toMatch(/node_modules\/vite$/);
});

test("a notice names the package and has the text of its licence", () => {
  const text = notice(packaged("MIT", "Copyright A\n\n# Licenses of bundled dependencies\nB"), allowed());
  expect(text).toContain("a-package 1.2.3  MIT\n\nCopyright A\n");
  expect(text).not.toContain("B");
});

test("only the licences of deny.toml are accepted, and only with a text", () => {
  expect(allowed()).toContain("MIT");
  expect(allowed()).not.toContain("GPL-3.0-only");
  for (const licence of ["GPL-3.0-only", undefined]) expect(() => notice(packaged(licence, "text"), allowed())).toThrow("does not allow");
  expect(() => notice(packaged("MIT"), allowed())).toThrow("no file with the text");
});
