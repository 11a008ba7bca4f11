// Error texts for the reader: by code, with the server's own sentence if it is more specific.

import { ApiError } from "./api";
import { Refused } from "./link";
import type { Reason, TournamentFailure, ValueProblem } from "../wire";
import { words } from "./told.words";

/** The wrong key of a request, and its problem. */
export function wrongAt({ key, problem, message }: ApiError): { key: string; problem: string } | undefined {
  if (key === undefined || problem === undefined) return undefined;
  return { key, problem: words.problem(message.replace(`${key}: `, ""), problem) };
}

/** The problem of a value for which the server also sends a sentence. */
export const wrongWith = (sentence: string, problem?: ValueProblem): string => (problem ? words.problem(sentence, problem) : sentence);

/** The reason of an expected refusal. */
export const refused = ({ message = "", detail }: { message?: string; detail?: Reason }): string => words.refusal("forbidden", message, undefined, detail);

/** The reason why a tournament does not continue. */
export const failedBy = (sentence: string, failure?: TournamentFailure): string => words.failed(sentence, failure);

export function told(error: unknown): string {
  if ((error instanceof ApiError || error instanceof Refused) && error.problem) return words.atKey(error.message, error.key ?? "", error.problem);
  if (error instanceof ApiError) return words.refusal(error.code, error.message, error.retryAfter, error.detail);
  if (error instanceof Refused) return words.refusal(error.code, error.message, undefined, error.detail);
  return words.unexpected(error instanceof Error ? error.message : String(error));
}
