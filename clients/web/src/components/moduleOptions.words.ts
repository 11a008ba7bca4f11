// The texts of a choice of modules.

import { say } from "../core/language.svelte";

export const words = say("components/moduleOptions", {
  modules: "WebAssembly modules",
});
