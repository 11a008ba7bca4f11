// Starts the server by the launcher of npm's package, sees it serve its page, and ends it as a service manager does.
//
//   node tests/packages.mjs FOLDER      FOLDER has the package installed

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const folder = process.argv[2];
const server = spawn(join(folder, "node_modules", ".bin", "arena"), ["serve", "--listen", "127.0.0.1:0", "--data", join(folder, "data")], { stdio: ["ignore", "pipe", "inherit"] });
let said = "";
for await (const chunk of server.stdout) {
  said += chunk;
  if (said.includes("http://")) break;
}
const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
assert.ok(url, `no address in ${JSON.stringify(said)}`);
assert.match(await (await fetch(url)).text(), /<title>/);
const exited = once(server, "exit");
server.kill("SIGTERM");
assert.deepEqual(await exited, [0, null], "SIGTERM reaches the program, which ends in order");
await assert.rejects(fetch(url), "nothing serves any more");
console.log("the server ran by the launcher");
