// Builds the package: the WebAssembly modules by Cargo (`cargo.mjs`), and the TypeScript around them.
//
//   node build.mjs

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, PROFILE } from "./cargo.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
build("arena-rules-wasm", join(HERE, "dist"), "rules.wasm");
// Its licences include those of the other module.
build("arena-rules-bots-wasm", join(HERE, "dist"), "bots.wasm", PROFILE);
execFileSync(process.execPath, [join(HERE, "node_modules/typescript/bin/tsc"), "--project", HERE], { stdio: "inherit" });
