// What stands beside the switches of a search. What each does, the server says.

import { say } from "../core/language.svelte";

export const words = say("explore/switches", {
  off: "off",
  unset: "as usual",
  isDefault: (value: string) => `${value} unless set`,
  alters: "changes the value",
  add: "Add a key",
  earlier: (key: string) => `${key}: earlier`,
  later: (key: string) => `${key}: later`,
  remove: (key: string) => `${key}: leave out`,
  natural: "in the order in which the game lists them",
});
