// The chunks of the page's modules, for `vite.config.ts`. A view consists of the modules of the first view, of those
// that several views share, and of its own. Many small chunks would load more slowly.

import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";
import { textName } from "./first";

type Groups = NonNullable<Exclude<Rolldown.OutputOptions["codeSplitting"], boolean>>["groups"];
interface Context {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The entry, and the view that most visitors see first. */
const FIRST = [at("src/main.ts"), at("src/pages/Play.svelte")];
/** Chinese texts of the first view without an English file. */
const GAMES = /^boards\/\w+\/game$|^core\/(summary|names)$|^explore\/switches$/;
/** Chinese texts that a view can be shown without. */
const DETAILS = /^core\/(diagnostics|failure|circumstance)$/;

/** The modules that the first view imports, directly or not, and their Chinese texts. */
let first: Set<string> | undefined;
function isFirst(id: string, graph: Context): boolean {
  if (!first) {
    const found = new Set<string>();
    const add = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      if (id.endsWith(".words.ts")) add(id.replace(/words\.ts$/, "zh.ts"));
      graph.getModuleInfo(id)?.importedIds.forEach(add);
    };
    FIRST.forEach(add);
    first = found;
  }
  return first.has(id);
}

function chinese(id: string, context: Context): string {
  const name = textName(id);
  if (DETAILS.test(name)) return "zh-details";
  return GAMES.test(name) || isFirst(id, context) ? "zh-first" : `zh-${name.replace(/\/.*/, "")}`;
}

export const groups: Groups = [
  { name: chinese, test: /src[\\/].+\.zh\.ts$/, includeDependenciesRecursively: false, priority: 3 },
  { name: (id, context) => (isFirst(id, context) ? "core" : null), test: /rolldown[\\/]runtime|node_modules[\\/]svelte[\\/]|src[\\/]core[\\/].+(?<!\.zh)\.ts$/, priority: 2 },
  { name: (id, context) => (isFirst(id, context) ? "shared" : null), test: /src[\\/](boards|components)[\\/].+(?<!\.zh\.ts)$/, priority: 1 },
  { name: "parts", test: /node_modules[\\/]svelte[\\/]|src[\\/](boards|components|core)[\\/].+(?<!\.zh\.ts)$/, minShareCount: 2 },
  { name: "results", test: /src[\\/]results[\\/].+(?<!\.zh\.ts)$/, minShareCount: 2 },
  { name: "explore", test: /src[\\/]explore[\\/](?!switches|SwitchFields).+(?<!\.zh\.ts)$/, minShareCount: 2 },
];
