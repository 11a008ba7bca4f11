// Light, dark, or whatever the system says.

import { readStored, store } from "./stored";

export type ThemeChoice = "system" | "light" | "dark";
const ORDER: readonly ThemeChoice[] = ["system", "light", "dark"];

class Theme {
  choice: ThemeChoice = $state(ORDER.find((choice) => choice === readStored("theme")) ?? "system");

  apply(): void {
    if (this.choice === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.choice;
  }

  next(): void {
    this.choice = ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length] ?? "system";
    store("theme", this.choice === "system" ? undefined : this.choice);
    this.apply();
  }
}

export const theme = new Theme();
