// The user's preferences: colours, boards, pieces and alerts. The browser stores them.

import { readStored, store } from "./stored";

export const THEMES = ["system", "light", "dark"] as const;
export const BOARDS = ["calm", "wood", "slate"] as const;
export const PIECES = ["flat", "lit", "letters", "western"] as const;

export type Theme = (typeof THEMES)[number];
export type BoardColours = (typeof BOARDS)[number];
export type Pieces = (typeof PIECES)[number];

function kept<T extends string>(key: string, known: readonly T[], usual: T): T {
  const stored = readStored(key);
  return known.find((one) => one === stored) ?? usual;
}

class Prefs {
  theme: Theme = $state(kept("theme", THEMES, "system"));
  board: BoardColours = $state(kept("board", BOARDS, "calm"));
  pieces: Pieces = $state(kept("pieces", PIECES, "flat"));
  sound: boolean = $state(readStored("sound") !== "off");
  notify: boolean = $state(readStored("notify") === "on");
  /** True to show on the board what a bot considers. */
  lights: boolean = $state(readStored("lights") !== "off");
  /** True to watch a bot's search while it goes on. */
  thinking: boolean = $state(readStored("thinking") === "on");

  /** Applies the preferences to the document and stores those that are not the default. */
  apply(): void {
    const root = document.documentElement.dataset;
    if (this.theme === "system") delete root.theme;
    else root.theme = this.theme;
    root.board = this.board;
    root.pieces = this.pieces;
    store("theme", this.theme === "system" ? undefined : this.theme);
    store("board", this.board === "calm" ? undefined : this.board);
    store("pieces", this.pieces === "flat" ? undefined : this.pieces);
    store("sound", this.sound ? undefined : "off");
    store("notify", this.notify ? "on" : undefined);
    store("lights", this.lights ? undefined : "off");
    store("thinking", this.thinking ? "on" : undefined);
  }
}

export const prefs = new Prefs();
