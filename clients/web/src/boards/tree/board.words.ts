// The texts of the nodes.

import { plural } from "../../core/format";
import { say } from "../../core/language.svelte";

export const words = say("boards/tree/board", {
  tree: "The game tree",
  about: "Triangles that point up move for the greatest value, those that point down for the least.",
  leaf: (value: number) => `value ${value}`,
  inner: (children: number) => `an inner node with ${plural(children, "child", "children")}`,
  root: "The root",
  move: (move: string) => `Move ${move}`,
  node: (where: string, what: string, here: boolean) => `${where}: ${what}${here ? ", the current node" : ""}`,
});
