// Builds a WebAssembly module by Cargo.
//
// It needs the target of Rust: `rustup target add wasm32-wasip1`. CARGO_WASM replaces the command `cargo build` and its
// options, for toolchains that need other ones. ARENA_MODULE_PROFILE names another profile of Cargo for modules without a
// limit of size.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Of the two targets without an operating system, this one has a clock and random numbers, which matches need. */
const TARGET = "wasm32-wasip1";

/** The profile of Cargo for modules whose size has no limit. */
export const PROFILE = process.env.ARENA_MODULE_PROFILE ?? "module";

/** Builds the module of a package of Cargo, and copies it, the trained models and the licences of its libraries to a folder. */
export function build(name, folder, file, profile = "module") {
  const [cargo, ...options] = (process.env.CARGO_WASM ?? "cargo build").split(" ");
  const flags = ["--locked", "--profile", profile, "--target", TARGET, "--package", name];
  // The search is recursive, so it needs more than the usual stack of 1 MiB. Without padded addresses, the file is 3 % smaller.
  const RUSTFLAGS = "-C link-arg=-zstack-size=4194304 -C link-arg=--compress-relocations";
  execFileSync(cargo, [...options, ...flags], { cwd: ROOT, stdio: "inherit", env: { ...process.env, RUSTFLAGS } });
  const built = join(resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target"), TARGET, profile);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(built, `${name.replaceAll("-", "_")}.wasm`), join(folder, file));
  const games = join(ROOT, "src", "games");
  for (const path of readdirSync(games, { recursive: true }).filter((path) => path.endsWith(".bin.gz"))) {
    const [game, file] = path.split(sep);
    writeFileSync(join(folder, `${game}-${file.replace(/\.gz$/, "")}`), gunzipSync(readFileSync(join(games, path))));
  }
  // A folder of an earlier version may be left.
  const [licenses] = readdirSync(join(built, "build"))
    .filter((folder) => folder.startsWith(`${name}-`))
    .map((folder) => join(built, "build", folder, "out", "licenses.txt"))
    .filter((file) => existsSync(file))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  copyFileSync(licenses, join(folder, "LICENSES-THIRD-PARTY.txt"));
  const module = readFileSync(join(folder, file));
  console.log(`${file}: ${module.length} bytes, ${gzipSync(module, { level: 9 }).length} by gzip, ${brotliCompressSync(module).length} by brotli`);
}
