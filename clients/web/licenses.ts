// Writes `licenses.txt`: the licences of the packages whose code is in the built page. A package with a licence that
// deny.toml does not allow, or without its text, ends the build.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Returns the licences that deny.toml allows. */
export function allowed(): string[] {
  const list = /^allow = \[(.*?)^\]/ms.exec(readFileSync(at("../../deny.toml"), "utf8"))?.[1] ?? "";
  return [...list.matchAll(/^ *"([^"]+)"/gm)].map(([, name = ""]) => name);
}

/** Returns the folders of the packages of these modules. The helpers that Vite and its bundler add are theirs. */
export function packages(modules: string[]): string[] {
  const folders = modules.map((id) => {
    const helper = /^\0(vite|rolldown)\//.exec(id)?.[1];
    return helper ? at(`node_modules/${helper}`) : /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
  });
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Returns the notice of the package in this folder. */
export function notice(folder: string, licences: string[]): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  if (!license || !licences.includes(license)) throw new Error(`The page includes ${name ?? folder}, whose licence deny.toml does not allow: ${license ?? "none"}.`);
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name ?? folder} has no file with the text of its licence.`);
  // The rest of Vite's file is about packages that run in the build only.
  const [text = ""] = readFileSync(join(folder, file), "utf8").split(/^# Licenses of bundled dependencies/m);
  return `${"=".repeat(80)}\n${name ?? ""} ${version ?? ""}  ${license}\n\n${text.trim()}\n`;
}

export function licenses(): Plugin {
  return {
    name: "licenses",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // Only modules with code that is left after tree shaking count.
      const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules).flatMap(([id, { code }]) => (code ? [id] : [])));
      const list = allowed();
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: packages(modules).map((folder) => notice(folder, list)).join("\n") });
    },
  };
}
