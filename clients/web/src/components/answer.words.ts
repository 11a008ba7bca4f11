// The names of search tree nodes for screen readers.

import { say } from "../core/language.svelte";

export const words = say("components/answer", {
  sign: { lower: "≥", upper: "≤" },
  bound: { lower: "at least ", upper: "at most " },
  node: (move: string | undefined, cut: boolean, value: string, again: boolean) => `${move ?? "The root"}: ${cut ? "pruned" : `value ${value || "unknown"}`}${again ? ", searched again" : ""}`,
});
