// Builds the package: the WebAssembly module by Cargo, and the TypeScript around it.
//
//   node build.mjs
//
// It needs the target of Rust: `rustup target add wasm32-unknown-unknown`. CARGO_WASM replaces the command `cargo build`
// and its options, for toolchains that need other ones.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = resolve(HERE, "../../..");
const TARGET = "wasm32-unknown-unknown";

const [cargo, ...options] = (process.env.CARGO_WASM ?? "cargo build").split(" ");
const flags = ["--locked", "--profile", "module", "--target", TARGET, "--package", "arena-rules-wasm"];
// The search is recursive, so it needs more than the usual stack of 1 MiB.
const RUSTFLAGS = "-C link-arg=-zstack-size=4194304";
execFileSync(cargo, [...options, ...flags], { cwd: ROOT, stdio: "inherit", env: { ...process.env, RUSTFLAGS } });
execFileSync(process.execPath, [join(HERE, "node_modules/typescript/bin/tsc"), "--project", HERE], { stdio: "inherit" });

const targets = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
const built = join(targets, TARGET, "module", "arena_rules_wasm.wasm");
mkdirSync(join(HERE, "dist"), { recursive: true });
copyFileSync(built, join(HERE, "dist", "rules.wasm"));
for (const [game, model] of [["chess", "network"], ["reversi", "patterns"]]) {
  const compressed = readFileSync(join(ROOT, "src", "games", game, `${model}.bin.gz`));
  writeFileSync(join(HERE, "dist", `${game}-${model}.bin`), gunzipSync(compressed));
}
// A folder of an earlier version may be left.
const builds = join(targets, TARGET, "module", "build");
const folders = readdirSync(builds).filter((name) => name.startsWith("arena-rules-wasm-"));
const [licenses] = folders
  .map((name) => join(builds, name, "out", "licenses.txt"))
  .filter((file) => existsSync(file))
  .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
copyFileSync(licenses, join(HERE, "dist", "LICENSES-THIRD-PARTY.txt"));
const module = readFileSync(built);
console.log(`rules.wasm: ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} by gzip, ${brotliCompressSync(module).length} by brotli`);
