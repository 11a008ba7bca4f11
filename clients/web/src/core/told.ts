// Error texts for the reader: the server's message, or its translation by code.

import { Refused } from "./link";
import type { Diagnostic } from "../wire";
import { words } from "./told.words";

/** Returns the key and the text of an error in one field of a request. */
export const wrongAt = ({ body }: Refused): { key: string; problem: string } | undefined =>
  body.key === undefined ? undefined : { key: body.key, problem: words.error(body, true) };

/** Returns the text of a message about a value or a report. */
export const messageText = (problem: Diagnostic): string => words.error(problem, true);

/** Returns the reason why an action would be refused. */
export const refused = (refusal: Diagnostic | undefined): string => (refusal ? words.error(refusal) : "");

/** Returns what the server refused, if the error is a refusal. */
export const refusalIn = (error: unknown): Diagnostic | undefined => (error instanceof Refused ? error.body : undefined);

export function told(error: unknown): string {
  if (error instanceof Refused) return words.error(error.body);
  return words.unexpected(error instanceof Error ? error.message : String(error));
}
