// Refusals by their codes. In English the server's sentence says it all.

import { say } from "./language.svelte";

export const words = say("core/told", {
  /** `wait`: after so many milliseconds it is worth trying again. */
  refusal: (_code: string, message: string, _wait?: number) => message,
  operator: "This browser is now the operator's.",
});
