// Refusals by their codes. In English the server's sentence says it all.

import type { Reason, TournamentFailure, ValueProblem } from "../wire";
import { say } from "./language.svelte";

/** The server's sentence as people write one: with a capital, unless it begins with a key, and without marks around commands. */
const asSentence = (message: string) => message.replaceAll("`", "").replace(/^[a-z](?=[a-z']*,? )/, (first) => first.toUpperCase());

export const words = say("core/told", {
  /** `wait`: after so many milliseconds it is worth trying again; `detail`: what exactly, where the server has a word for it. */
  refusal: (_code: string, message: string, _wait?: number, _detail?: Reason) => asSentence(message),
  /** What is wrong with what stands in a field. */
  problem: (message: string, _problem: ValueProblem) => message,
  /** The same with the key that it stands under. */
  atKey: (message: string, _key: string, _problem: ValueProblem) => message,
  /** Why a tournament does not go on. */
  failed: (message: string, _failure?: TournamentFailure) => message,
  /** What went wrong in the page itself. */
  unexpected: (message: string) => message,
  operator: "This browser is now the operator's.",
});
