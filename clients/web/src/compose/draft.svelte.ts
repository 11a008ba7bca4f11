// The draft of a tournament file: as JSON for the form and as TOML. The server converts between the two.

import { api } from "../core/api";
import { told, wrongWith } from "../core/told";
import type { ComposedView, FileProblem } from "../wire";

export type Table = Record<string, unknown>;

const REST_MS = 350;

export class Draft {
  file: Table = $state.raw({});
  toml = $state("");
  answer: ComposedView | undefined = $state.raw();
  busy = $state(false);
  refusal = $state("");
  /** Whether the operator composes, who may have no player's token. */
  operator = false;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether there are entrants; before that there is no plan. */
  get begun(): boolean {
    return this.entrants.length > 0;
  }

  get entrants(): Table[] {
    return Array.isArray(this.file.entrants) ? (this.file.entrants as Table[]) : [];
  }

  table(name: string): Table {
    const found = this.file[name];
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Table) : {};
  }

  /** Sets keys of the file; undefined removes a key. */
  set(change: Table): void {
    this.file = Object.fromEntries(Object.entries({ ...this.file, ...change }).filter(([, value]) => value !== undefined));
    this.#ask(() => ({ file: this.file }), false);
  }

  setIn(table: string, change: Table): void {
    const inner = Object.fromEntries(Object.entries({ ...this.table(table), ...change }).filter(([, value]) => value !== undefined));
    this.set({ [table]: Object.keys(inner).length > 0 ? inner : undefined });
  }

  setEntrant(index: number, entrant: Table | undefined): void {
    this.set({ entrants: this.entrants.flatMap((other, i) => (i !== index ? [other] : entrant ? [entrant] : [])) });
  }

  /** Applies edited TOML; the form follows if it is valid. */
  write(toml: string): void {
    this.toml = toml;
    this.#ask(() => ({ toml }), true);
  }

  /** Whether only a second entrant is missing. */
  get lonely(): boolean {
    const what = this.answer?.problem?.what;
    return what?.wrong === "file" && what.fault.fault === "entrants" && what.fault.given < 2;
  }

  /** The error at a field. */
  problemAt(key: string, table?: string, entrant?: number): string {
    const problem: FileProblem | undefined = this.answer?.problem;
    if (!problem || (problem.table ?? "") !== (table ?? "") || problem.entrant !== entrant) return "";
    return problem.key === key || problem.key?.startsWith(`${key}.`) ? wrongWith(problem.problem, problem.what) : "";
  }

  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }

  #ask(body: () => { toml: string } | { file: Table }, fromText: boolean): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.#timer = setTimeout(() => {
      this.busy = true;
      api.composeTournament(body(), this.operator).then(
        (answer) => {
          if (asked !== this.#asked) return;
          [this.answer, this.refusal, this.busy] = [answer, "", false];
          if (!fromText) this.toml = answer.toml;
          else if (answer.file) this.file = answer.file;
        },
        (error: unknown) => {
          if (asked !== this.#asked) return;
          [this.refusal, this.busy] = [told(error), false];
        },
      );
    }, REST_MS);
  }
}

/** Keys of an entrant that are not settings: its name, its origin and its grid. */
const NOT_SETTINGS = ["name", "about", "bot", "grid", "game"];

/** The number of an entrant's own settings, in all parts of the form. */
export const changedSettings = (entrant: Table): number => Object.keys(entrant).filter((key) => !NOT_SETTINGS.includes(key)).length;

/** The name of an entrant's evaluation; empty for the bot's or the game's default. */
export function evaluationOf({ evaluation }: Table): string {
  if (typeof evaluation === "string") return evaluation;
  return typeof evaluation === "object" && evaluation !== null && "name" in evaluation ? String(evaluation.name) : "";
}

/** Parses a list of values of a grid: numbers, booleans and words, separated by commas. */
export function valuesOf(text: string): unknown[] {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  return parts.map((part) => {
    const list = part.split("+").map((word) => word.trim());
    if (list.length > 1) return list;
    if (part === "true" || part === "false") return part === "true";
    const number = Number(part.replaceAll("_", ""));
    return Number.isNaN(number) ? part : number;
  });
}

/** The inverse of `valuesOf`. */
export const valuesText = (values: unknown): string => (Array.isArray(values) ? values.map((value) => (Array.isArray(value) ? value.join("+") : typeof value === "object" ? JSON.stringify(value) : String(value))).join(", ") : String(values));
