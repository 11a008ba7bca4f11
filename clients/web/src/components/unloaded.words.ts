// The texts in place of what is not loaded yet, or could not be loaded.

import { say } from "../core/language.svelte";

export const words = say("components/unloaded", {
  loading: "Loading…",
  notLoaded: (what: string, why: string) => `${what} could not be loaded: ${why} It appears when the server answers again.`,
  tryNow: "Try now",
});
