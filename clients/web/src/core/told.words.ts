// Errors for the reader. In English the server's message is complete.

import type { Diagnostic } from "../wire";
import { say } from "./language.svelte";

/** An error of the server or of the page. The message begins with the key, unless it speaks of it in other words. */
export type Told = Diagnostic & { key?: string };

/** Formats the server's message as a sentence without backticks, unless it begins with a key. */
function asSentence(message: string): string {
  const plain = message.replaceAll("`", "");
  if (!/^[a-z][a-z']*,? /.test(plain)) return plain;
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.!?:]$/.test(plain) ? "" : ".");
}

export const words = say("core/told", {
  /** The text of an error. `isAtKey` omits the key, for a text next to its field. */
  error: ({ message, key }: Told, isAtKey = false) => (isAtKey ? (key === undefined ? message : message.replace(`${key}: `, "")) : asSentence(message)),
  /** An error in the page itself. */
  unexpected: (message: string) => message,
  claim: "Claim a name",
  /** Leads to the tournament that uses up a limit. */
  tournament: "See that tournament",
  operator: "This browser is now the operator's.",
});
