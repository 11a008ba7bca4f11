// Builds the packages that install `arena` without a compiler: a wheel, and for npm the launcher and the package of one
// platform. With `--only crates` it builds the packages of Cargo instead, from which `cargo install` needs no Node.
//
//   node clients/install/pack.mjs [--profile dist] [--target TRIPLE] [--features LIST] [--licenses FILE] [--only wheel|npm|crates] FOLDER [-- OPTION…]
//   node clients/install/pack.mjs --only rules|rules-npm … FOLDER
//
// The wheel is built by maturin, which runs Cargo; options after `--` are maturin's, such as `--zig --compatibility
// manylinux_2_17`. npm's packages take the binary that Cargo has built for the profile and the target. FILE has the
// licences of the libraries in the binary; without it, the binary prints them, which needs a binary for this machine.
// The packages of Cargo contain the finished page; options after `--` are those of `cargo package`.
//
// `rules` is the wheel with the extension of clients/rules/python, and `rules-npm` the package that `npm run build` has made
// in clients/rules/typescript. Both contain the licences of their libraries.

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What npm calls the operating systems and processors of Rust's targets. */
const SYSTEMS = { linux: "linux", darwin: "darwin", windows: "win32" };
const PROCESSORS = { x86_64: "x64", aarch64: "arm64" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: "string", default: "dist" },
    target: { type: "string" },
    features: { type: "string" },
    licenses: { type: "string" },
    only: { type: "string" },
  },
});
const [out, ...options] = positionals;
function refuse(problem) {
  console.error(`pack.mjs: ${problem}`);
  process.exit(2);
}
if (out === undefined || ![undefined, "wheel", "npm", "crates", "rules", "rules-npm"].includes(values.only)) {
  refuse("give the folder for the packages; --only is wheel, npm, crates, rules or rules-npm");
}
const folder = resolve(out);
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26 });

const host = () => /^host: (.*)$/m.exec(String(run("rustc", ["-vV"], ROOT)))?.[1] ?? "";
const target = values.target ?? host();
const [processor = "", , kernel = ""] = target.split("-");
const system = Object.keys(SYSTEMS).find((one) => kernel === one || target.includes(`-${one}`)) ?? "";
const suffix = system === "windows" ? ".exe" : "";
/** Where Cargo writes the binary. */
const targets = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
const binary = join(targets, values.target ?? "", values.profile === "dev" ? "debug" : values.profile, `arena${suffix}`);

/**
 * Empties a folder for a package, and writes the licences to it. It lies in the repository, where Cargo finds its
 * settings and the toolchain.
 */
function begin(name) {
  const at = join(ROOT, "target", "install", name);
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(ROOT, file), join(at, file));
  copyFileSync(join(HERE, "README.md"), join(at, "README.md"));
  return at;
}
const licenses = () => (values.licenses ? readFileSync(values.licenses) : run(binary, ["licenses"], ROOT));

function wheel() {
  const at = begin("wheel");
  const project = readFileSync(join(HERE, "pyproject.toml"), "utf8");
  writeFileSync(join(at, "pyproject.toml"), project.replace("../../Cargo.toml", join(ROOT, "Cargo.toml").replaceAll("\\", "/")));
  writeFileSync(join(at, "LICENSES-THIRD-PARTY.txt"), licenses());
  maturin(at, values.features ? ["--features", values.features] : []);
}

function maturin(at, features) {
  const to = values.target ? ["--target", values.target] : [];
  const answers = spawnSync("maturin", ["--version"]).error === undefined;
  if (!answers) refuse("maturin is not on the PATH; install it by: pipx install maturin");
  run("maturin", ["build", "--locked", "--profile", values.profile, ...features, ...to, "--out", folder, ...options], at);
}

function npm() {
  const launcher = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  const name = `${launcher.name}-${SYSTEMS[system]}-${PROCESSORS[processor]}`;
  if (!(name in launcher.optionalDependencies)) refuse(`package.json of the launcher has no ${name}, the package for ${target}`);
  const platform = {
    name,
    version: launcher.version,
    description: `The program of ${launcher.name} for ${SYSTEMS[system]} on ${PROCESSORS[processor]}`,
    license: launcher.license,
    os: [SYSTEMS[system]],
    cpu: [PROCESSORS[processor]],
    // A binary with musl is static, so that it runs with every C library.
    ...(target.endsWith("-gnu") && system === "linux" ? { libc: ["glibc"] } : {}),
  };
  const at = begin(name);
  writeFileSync(join(at, "package.json"), `${JSON.stringify(platform, undefined, 2)}\n`);
  writeFileSync(join(at, "LICENSES-THIRD-PARTY.txt"), licenses());
  mkdirSync(join(at, "bin"));
  copyFileSync(binary, join(at, "bin", `arena${suffix}`));
  chmodSync(join(at, "bin", `arena${suffix}`), 0o755);
  const first = begin(launcher.name);
  for (const file of ["package.json", "arena.js"]) cpSync(join(HERE, file), join(first, file));
  chmodSync(join(first, "arena.js"), 0o755);
  for (const one of [at, first]) run(process.platform === "win32" ? "npm.cmd" : "npm", ["pack", "--silent", "--pack-destination", folder], one);
}

function crates() {
  const built = run("cargo", ["build", "--locked", "--profile", values.profile, "--package", "arena-page", "--message-format", "json"], ROOT);
  const messages = String(built).trim().split("\n").map((line) => JSON.parse(line));
  const script = messages.find(({ reason, env }) => reason === "build-script-executed" && env.some(([name]) => name === "ARENA_PAGE"));
  if (!script?.env.some(([, value]) => value === "page")) refuse("the page was not built; `cargo build` says why");
  const kept = join(ROOT, "clients", "built");
  const packed = join(targets, "package");
  rmSync(packed, { recursive: true, force: true });
  try {
    cpSync(join(script.out_dir, "web"), kept, { recursive: true });
    // The program does not need these.
    const others = ["arena-toolbox", "arena-rules-python", "arena-rules-wasm", "arena-rules-bots-wasm", "arena-site", "arena-site-wasm"].flatMap((name) => ["--exclude", name]);
    // The page is not in the repository, so Cargo takes the tree for changed.
    run("cargo", ["package", "--locked", "--workspace", "--allow-dirty", ...others, ...options], ROOT);
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
  for (const name of readdirSync(packed).filter((one) => one.endsWith(".crate"))) copyFileSync(join(packed, name), join(folder, name));
}


function rules() {
  const at = begin("rules");
  const from = join(ROOT, "clients", "rules", "python");
  for (const file of ["python", "README.md"]) cpSync(join(from, file), join(at, file), { recursive: true });
  const project = readFileSync(join(from, "pyproject.toml"), "utf8");
  const manifest = join(from, "Cargo.toml").replaceAll("\\", "/");
  writeFileSync(join(at, "pyproject.toml"), project.replace('manifest-path = "Cargo.toml"', `manifest-path = "${manifest}"`));
  maturin(at, []);
}

function rulesForNpm() {
  const at = begin("rules-npm");
  const from = join(ROOT, "clients", "rules", "typescript");
  if (!existsSync(join(from, "dist", "rules.wasm"))) refuse("the module is not built; run `npm run build` in clients/rules/typescript");
  for (const file of ["dist", "README.md", "package.json"]) cpSync(join(from, file), join(at, file), { recursive: true });
  run(process.platform === "win32" ? "npm.cmd" : "npm", ["pack", "--silent", "--pack-destination", folder], at);
}

const isProgram = [undefined, "wheel", "npm"].includes(values.only);
const needsBinary = isProgram && (values.only !== "wheel" || !values.licenses);
if (needsBinary && !existsSync(binary)) refuse(`there is no ${binary}; build it first: cargo build --locked --profile ${values.profile}${values.target ? ` --target ${values.target}` : ""}`);
mkdirSync(folder, { recursive: true });
if (values.only === "crates") crates();
if (values.only === "rules") rules();
if (values.only === "rules-npm") rulesForNpm();
if (isProgram && values.only !== "npm") wheel();
if (isProgram && values.only !== "wheel") npm();
