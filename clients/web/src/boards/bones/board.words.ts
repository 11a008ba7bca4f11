// The texts of the heap.

import { plural } from "../../core/format";
import { say } from "../../core/language.svelte";

export const words = say("boards/bones/board", {
  won: "The last bone was taken.",
  left: (slots: number) => `of ${plural(slots, "bone")} left`,
  most: (most: number) => `take 1 to ${most}`,
  heap: (left: number, slots: number) => `${plural(left, "bone")} left of ${slots}`,
  take: (n: string) => `Take ${n}`,
});
