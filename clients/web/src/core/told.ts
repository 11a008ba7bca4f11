// Why something was not done, for the reader: by the code of a refusal, with the server's own sentence where it knows more.

import { ApiError } from "./api";
import { Refused } from "./link";
import { words } from "./told.words";

export function told(error: unknown): string {
  if (error instanceof ApiError) return words.refusal(error.code, error.message, error.retryAfter, error.detail);
  if (error instanceof Refused) return words.refusal(error.code, error.message, undefined, error.detail);
  return error instanceof Error ? error.message : String(error);
}
