import { expect, test } from "vitest";
import type { SwitchView } from "../wire";
import { measurements } from "./worth";

const switches = ["depth", "pruning", "ordering", "aspiration", "table_mb"].map((key) => ({ key }) as SwitchView);

test("pruning is measured against plain minimax", () => {
  const pruned = { game: "g", pruning: "pvs", aspiration: 20, ordering: ["static"] };
  expect(measurements(pruned, switches).find(({ key }) => key === "pruning")?.search).toEqual({ game: "g", pruning: "none", ordering: ["static"] });
  // Alpha-beta is the default and is not written.
  expect(measurements({ game: "g" }, switches)).toEqual([{ key: "pruning", search: { game: "g", pruning: "none" } }]);
  expect(measurements({ game: "g", pruning: "none" }, switches)).toEqual([]);
});

test("any other switch is measured by leaving it out", () => {
  const bot = { game: "g", depth: 4, table_mb: 16 };
  expect(measurements(bot, switches).map(({ key, search }) => [key, search])).toContainEqual(["table_mb", { game: "g", depth: 4 }]);
  expect(measurements(bot, switches).map(({ key }) => key)).not.toContain("depth");
});
