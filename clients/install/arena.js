#!/usr/bin/env node
// Starts the program of the package for this platform.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const name = `gametree-arena-${process.platform}-${process.arch}`;

function program() {
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/arena${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    process.stderr.write(`arena: the package ${name} is not installed. It has the program for this platform and comes as an optional dependency: install without --omit=optional. If there is none for this platform, build arena from its sources.\n`);
    process.exit(1);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both processes, and a second one would end the program at once.
process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  process.stderr.write(`arena: the program cannot be started: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  for (const one of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(one);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
