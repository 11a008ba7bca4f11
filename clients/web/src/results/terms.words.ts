// The server's sentences about a report, with their structured values. In English the sentence is complete.

import { say } from "../core/language.svelte";
import type { Adjudication, Finding, LimitTerms, OpeningsFrom } from "../wire";

export const words = say("results/terms", {
  /** The sentences of the verdict. */
  finding: (sentence: string, _finding?: Finding) => sentence,
  limits: (sentence: string, _terms?: LimitTerms) => sentence,
  adjudication: (sentences: readonly string[], _rules?: Adjudication) => sentences.join("; "),
  openings: (sentence: string, _from?: OpeningsFrom) => sentence,
});
