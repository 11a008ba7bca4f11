import { expect, test } from "vitest";
import type { SwitchView } from "../wire";
import { NotRead, parsed, spoken, written } from "./config";

const switches: SwitchView[] = [
  { key: "depth", about: "Plies to search", kind: "number", min: 1, max: 250, default: 6, alters_value: false },
  { key: "ordering", about: "How moves are ordered", kind: "words", words: ["table", "static"], default: [], alters_value: false },
  { key: "deepening", about: "Whether every depth is searched in turn", kind: "bool", default: false, alters_value: false },
  { key: "lmr", about: "Whether late moves are searched less deep", kind: "bool", default: false, alters_value: true },
];

test("default values are left out", () => {
  const whole = { name: "mine", game: "g", depth: 6, ordering: [], deepening: false, lmr: true, book: false, seed: 0, random_move: 0, book_digest: "00" };
  expect(spoken(whole, switches)).toEqual({ name: "mine", game: "g", lmr: true });
  // Under a limit, deepening is the default, so only its absence is written.
  expect(spoken({ nodes: 500, deepening: true }, switches)).toEqual({ nodes: 500 });
  expect(spoken({ nodes: 500, deepening: false }, switches)).toEqual({ nodes: 500, deepening: false });
});

test("an evaluation is written with the weights that differ from the defaults", () => {
  const weights = [{ name: "mobility", about: "where they can go", default: 100 }, { name: "pieces", about: "pieces", default: 100 }];
  const evaluations = [{ name: "tapered", about: "all of it", weights }, { name: "material", about: "pieces", weights: [] }];
  const of = (evaluation: unknown) => spoken({ evaluation }, switches, evaluations).evaluation;
  expect(of({ name: "tapered", weights: { mobility: 100, pieces: 90 } })).toEqual({ name: "tapered", weights: { pieces: 90 } });
  expect([of({ name: "tapered", weights: { mobility: 100 } }), of("material")]).toEqual([undefined, "material"]);
  // An expression has no weights.
  expect(of({ name: "2*mobility", weights: {} })).toBe("2*mobility");
});

test("a file lists the keys in the usual order", () => {
  const config = { random_move: 1, evaluation: { name: "tapered", weights: { mobility: 4 } }, ordering: ["table", "static"], nodes: 50000, game: "g", name: "a \"b\"" };
  expect(written(config, switches)).toBe(
    '[[bot]]\nname = "a \\"b\\""\ngame = "g"\nnodes = 50_000\nordering = ["table", "static"]\nevaluation = { name = "tapered", weights = { mobility = 4 } }\nrandom_move = 1.0',
  );
});

test("a configuration is read from a file of bots, of a tournament, or from bare settings", async () => {
  const own = { game: "g", name: "a", depth: 4, evaluation: { name: "tapered", weights: { mobility: 4 } } };
  expect(await parsed(written(own, switches))).toEqual(own);
  expect(await parsed('name = "Cup"\ngame = "g"\n[[entrants]]\nbot = "g-club"\nnodes = 5_000\n[[entrants]]\ndepth = 1')).toEqual({ game: "g", bot: "g-club", nodes: 5000 });
  expect(await parsed("depth = 3")).toEqual({ depth: 3 });
  await expect(parsed("")).rejects.toThrow(NotRead);
  await expect(parsed("[[bot]]\ndepth = = 3")).rejects.toMatchObject({ line: 2 });
});
