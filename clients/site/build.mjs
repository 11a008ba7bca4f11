// Builds the static site: the page, and the WebAssembly module that takes the place of its server.
//
//   node clients/site/build.mjs DIR
//
// It needs the packages of the page (`npm ci` in clients/web) and what clients/rules/typescript/cargo.mjs needs. Any host of
// files can serve DIR, also below another folder. Browsers do not run it from the file system.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, PROFILE, ROOT } from "../rules/typescript/cargo.mjs";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node clients/site/build.mjs DIR");
  process.exit(2);
}
const to = resolve(folder);
const web = join(ROOT, "clients", "web");
const vite = [join(web, "node_modules", "vite", "bin", "vite.js"), "build", "--mode", "site", "--outDir", to, "--emptyOutDir", "--logLevel", "warn"];
execFileSync(process.execPath, vite, { cwd: web, stdio: "inherit" });
build("arena-site-wasm", to, "site.wasm", PROFILE);

const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
const sum = (size) => files.reduce((sum, file) => sum + size(readFileSync(join(file.parentPath, file.name))), 0);
const kilobytes = (bytes) => `${Math.round(bytes / 1_000)} kB`;
console.log(`${files.length} files, ${kilobytes(sum((file) => file.length))}, ${kilobytes(sum((file) => gzipSync(file).length))} by gzip, ${kilobytes(sum((file) => brotliCompressSync(file).length))} by brotli`);
