// Why something was not done, for the reader: by the code of a refusal, with the server's own sentence where it knows more.

import { ApiError } from "./api";
import { Refused } from "./link";
import { words } from "./told.words";

export const toldCode = (code: string, message: string): string => words.refusal(code, message);

export function told(error: unknown): string {
  if (error instanceof ApiError || error instanceof Refused) return toldCode(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}
