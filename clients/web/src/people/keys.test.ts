import { expect, test } from "vitest";
import { keyName } from "./keys";

test("a key has its owner's label, or else a name for its origin", () => {
  const key = { id: 1, label: "", created_ms: 10_000, expires_ms: 99_000 };
  expect(keyName({ ...key, label: "laptop" }, 10_005)).toBe("laptop");
  expect(keyName(key, 10_005)).toBe("The key that came with the name");
  expect([keyName(key, 90_000), keyName(key, undefined)]).toEqual(["A key", "A key"]);
});
