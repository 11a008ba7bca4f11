import type { Diagram } from "../wire";

/** A position of a line that left the match. */
export interface Aside {
  diagram: Diagram;
  /** The next move of the line, for the board. */
  next: readonly string[];
  title: string;
}
