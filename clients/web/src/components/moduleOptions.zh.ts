import type { Same } from "../core/language.svelte";
import type { words } from "./moduleOptions.words";

export const zh: Same<typeof words> = {
  modules: "WebAssembly 模块",
};
