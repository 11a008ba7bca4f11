// What the server says of a report in sentences, with the values that they are made of. In English its sentence says it all.

import { say } from "../core/language.svelte";
import type { Adjudication, Caution, LimitTerms, OpeningsFrom } from "../wire";

export const words = say("results/terms", {
  /** What a reader should know before trusting the figures. */
  caution: (sentence: string, _caution?: Caution) => sentence,
  limits: (sentence: string, _terms?: LimitTerms) => sentence,
  adjudication: (sentences: readonly string[], _rules?: Adjudication) => sentences.join("; "),
  openings: (sentence: string, _from?: OpeningsFrom) => sentence,
});
