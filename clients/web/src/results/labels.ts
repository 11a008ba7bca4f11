// The names of entrants in the server's sentences. The tables of a report have short names, and so have its sentences.

import { shortName } from "../core/state";
import type { Diagnostic, EntrantRow } from "../wire";

export interface Labels {
  /** Returns the name of an entrant in tables. */
  of: (name: string) => string;
  /** Replaces the names in an English sentence. */
  inText: (sentence: string) => string;
  /** Replaces the names in the values of a sentence. */
  inValues: <T>(values: T) => T;
  /** Replaces the names in a message and in its values. */
  inMessage: (message: Diagnostic) => Diagnostic;
}

export function labelsOf(rows: readonly Pick<EntrantRow, "name" | "label">[]): Labels {
  const labels = new Map(rows.map((row) => [row.name, shortName(row)]));
  const of = (name: string) => labels.get(name) ?? name;
  // A name may begin with another one, so the longest is tried first.
  const names = [...labels.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  // The field `finding` says what kind of sentence it is.
  const inValues = (values: unknown, key = ""): unknown => {
    if (key === "finding") return values;
    if (typeof values === "string") return of(values);
    if (Array.isArray(values)) return values.map((value) => inValues(value));
    if (typeof values === "object" && values !== null) return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, inValues(value, key)]));
    return values;
  };
  const inText = (sentence: string) => (names.length === 0 ? sentence : sentence.replace(any, of));
  const inMessage = ({ args, message, ...rest }: Diagnostic): Diagnostic => ({ ...rest, ...(args && { args: inValues(args) as typeof args }), message: inText(message) });
  return { of, inText, inMessage, inValues: (values) => inValues(values) as typeof values };
}
