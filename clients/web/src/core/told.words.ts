// Refusals by their codes. In English the server's sentence says it all.

import type { Reason } from "../wire";
import { say } from "./language.svelte";

export const words = say("core/told", {
  /** `wait`: after so many milliseconds it is worth trying again; `detail`: what exactly, where the server has a word for it. */
  refusal: (_code: string, message: string, _wait?: number, _detail?: Reason) => message,
  operator: "This browser is now the operator's.",
});
