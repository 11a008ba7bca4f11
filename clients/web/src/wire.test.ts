// @vitest-environment node
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromClient, fromServer } from "./wire.samples";

const folder = join(import.meta.dirname, "../../../tests/data/wire");
const all = Object.entries({ client: fromClient, server: fromServer }).flatMap(([from, messages]) =>
  Object.entries(messages).map(([name, message]) => [`${from}-${name}.json`, message] as const),
);

// WIRE_UPDATE=1 rewrites the files; the server's tests then check them.
if (process.env.WIRE_UPDATE) {
  mkdirSync(folder, { recursive: true });
  for (const [file, message] of all) writeFileSync(join(folder, file), `${JSON.stringify(message, null, 2)}\n`);
}

test.each(all)("%s agrees with the client's types", (file, message) => {
  expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual(message);
});

test("every file is a sample", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  expect(files.sort()).toEqual(all.map(([file]) => file).sort());
});

test("every type of message has a sample", () => {
  expect(new Set(Object.values(fromClient).map((m) => m.type))).toEqual(
    new Set(["hello", "create", "join", "watch", "leave", "move", "resign", "abort", "claim", "challenge", "accept", "decline", "withdraw", "pair", "unpair", "enter", "rest", "quit", "lecture", "offer", "answer", "say", "subscribe", "unsubscribe", "ping"]),
  );
  expect(new Set(Object.values(fromServer).map((m) => m.type))).toEqual(
    new Set(["welcome", "ok", "created", "challenge", "challenges", "paired", "called", "said", "announcement", "pong", "error", "snapshot", "event", "superseded", "lobby", "board", "thinking", "lecture", "tournament", "bye"]),
  );
});
