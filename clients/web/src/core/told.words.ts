// Refusals by their codes. In English the server's sentence says it all.

import { say } from "./language.svelte";

export const words = say("core/told", {
  refusal: (_code: string, message: string) => message,
  operator: "This browser is now the operator's.",
});
