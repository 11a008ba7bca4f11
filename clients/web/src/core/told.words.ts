// Refusals by code. In English the server's sentence is complete.

import type { Diagnostic, Reason, TournamentFailure } from "../wire";
import { say } from "./language.svelte";

/** Formats the server's message as a sentence: capitalised, unless it begins with a key, and without backticks. */
const asSentence = (message: string) => message.replaceAll("`", "").replace(/^[a-z](?=[a-z']*,? )/, (first) => first.toUpperCase());

export const words = say("core/told", {
  /** `wait` is the delay in milliseconds before a retry. `detail` is the structured reason, if the server gives one. */
  refusal: (_code: string, message: string, _wait?: number, _detail?: Reason) => asSentence(message),
  /** The error in the value of a field. */
  problem: ({ message }: Diagnostic) => message,
  /** The error with the key of its field. */
  atKey: (key: string, { message }: Diagnostic) => (key === "" ? message : `${key}: ${message}`),
  /** The reason why a tournament failed. */
  failed: (message: string, _failure?: TournamentFailure) => message,
  /** An error in the page itself. */
  unexpected: (message: string) => message,
  operator: "This browser is now the operator's.",
});
