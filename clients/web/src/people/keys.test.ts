import { expect, test } from "vitest";
import { keyCommands, keyName } from "./keys";

test("a key has its owner's label, or else a name for its origin", () => {
  const key = { id: 1, label: "", created_ms: 10_000, expires_ms: 99_000 };
  expect(keyName({ ...key, label: "laptop" }, 10_005)).toBe("laptop");
  expect(keyName(key, 10_005)).toBe("The key that came with the name");
  expect([keyName(key, 90_000), keyName(key, undefined)]).toEqual(["A key", "A key"]);
});

test("the commands for a key name the package of this server", () => {
  expect(keyCommands("k1")).toMatch(/^pip install http:\/\/localhost(:\d+)?\/packages\/gametree_arena_client-\d+\.\d+\.\d+-py3-none-any\.whl\ncat > my_bot\.py <<'END'\n(.*\n)+END\nexport ARENA_KEY=k1\n/);
});
