// Error texts for the reader: by the code of a refusal, with the server's own sentence if it adds details.

import { ApiError } from "./api";
import { Refused } from "./link";
import type { Diagnostic, Reason, TournamentFailure } from "../wire";
import { words } from "./told.words";

/** Returns the key and the text of an error in one field of a request. */
export function wrongAt({ key, problem }: ApiError): { key: string; problem: string } | undefined {
  if (key === undefined || problem === undefined) return undefined;
  return { key, problem: words.problem(problem) };
}

/** Returns the text of an error in a value. */
export const wrongWith = (problem: Diagnostic): string => words.problem(problem);

/** Returns the reason why an action would be refused. */
export const refused = ({ message = "", detail }: { message?: string; detail?: Reason }): string => words.refusal("forbidden", message, undefined, detail);

/** Returns the reason why a tournament failed. */
export const failedBy = (sentence: string, failure?: TournamentFailure): string => words.failed(sentence, failure);

export function told(error: unknown): string {
  if ((error instanceof ApiError || error instanceof Refused) && error.problem) return words.atKey(error.key ?? "", error.problem);
  if (error instanceof ApiError) return words.refusal(error.code, error.message, error.retryAfter, error.detail);
  if (error instanceof Refused) return words.refusal(error.code, error.message, undefined, error.detail);
  return words.unexpected(error instanceof Error ? error.message : String(error));
}
