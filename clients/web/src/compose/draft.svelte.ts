// A tournament file in two forms: JSON for the form and TOML for the text. A change of one updates the other by a
// request to the server, which does the conversion.

import { shortBot, without } from "../build/config";
import { api } from "../core/api";
import { fileOf, moduleOf } from "../core/modules";
import { againAfter } from "../core/patient";
import { told, messageText } from "../core/told";
import type { ComposedView, FileProblem } from "../wire";

export type Table = Record<string, unknown>;

const REST_MS = 350;

export class Draft {
  file: Table = $state.raw({});
  toml = $state("");
  answer: ComposedView | undefined = $state.raw();
  busy = $state(false);
  refusal = $state("");
  /** True if the operator composes. The operator is identified by more than a player's token. */
  #operator = false;
  /** True if the reader has chosen the openings. A default does not replace the choice. */
  openingChosen = false;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** True if the file has an entrant. Without one there is nothing to compute. */
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

  /** Sets keys of the file. Removes keys with the value undefined. */
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

  /** Sets the TOML text. The form follows if the text is valid. */
  write(toml: string): void {
    this.toml = toml;
    this.#ask(() => ({ toml }), true);
  }

  /** True if the only error is the missing second entrant. */
  get lonely(): boolean {
    const problem = this.answer?.problem?.problem;
    return problem?.code === "entrant_count" && Number(problem.args?.given) < 2;
  }

  /** Returns the error text of a field. */
  problemAt(key: string, table?: string, entrant?: number): string {
    const problem: FileProblem | undefined = this.answer?.problem;
    if (!problem || (problem.table ?? "") !== (table ?? "") || problem.entrant !== entrant) return "";
    return problem.key === key || problem.key?.startsWith(`${key}.`) ? messageText(problem.problem) : "";
  }

  /** Sets whether the operator composes. The limits differ, so the file is checked again. */
  composeAs(operator: boolean): void {
    if (operator === this.#operator) return;
    this.#operator = operator;
    if (this.begun) this.set({});
  }

  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }

  #ask(body: () => { toml: string } | { file: Table }, fromText: boolean, rest = REST_MS): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.#timer = setTimeout(() => {
      this.busy = true;
      api.composeTournament(body(), this.#operator).then(
        (answer) => {
          if (asked !== this.#asked) return;
          [this.answer, this.refusal, this.busy] = [answer, "", false];
          if (!fromText) this.toml = answer.toml;
          else if (answer.file) this.file = answer.file;
        },
        (error: unknown) => {
          if (asked !== this.#asked) return;
          [this.refusal, this.busy] = [told(error), false];
          const wait = againAfter(error);
          if (wait !== undefined) this.#ask(body, fromText, wait);
        },
      );
    }, rest);
  }
}

/** These keys name an entrant, its base or its grid, and are no settings. */
const NOT_SETTINGS = ["name", "about", "bot", "grid", "game"];

/** Counts an entrant's own settings in all parts of the form. */
export const changedSettings = (entrant: Table): number => Object.keys(entrant).filter((key) => !NOT_SETTINGS.includes(key)).length;

const KILO = new Intl.NumberFormat("en", { notation: "compact" });
/** Returns how a person names a setting: "depth 4", "200K nodes", "no book", "pvs". */
function spokenSetting(key: string, value: unknown): string {
  const word = key.replaceAll("_", " ");
  if (typeof value === "boolean") return value ? word : `no ${word}`;
  if (key === "random_move") return `${Math.round(100 * Number(value))}% random`;
  if (key === "nodes") return `${KILO.format(Number(value))} nodes`;
  if (key === "time_ms") return `${String(value)} ms`;
  if (typeof value === "number") return `${word} ${KILO.format(value)}`;
  if (key === "evaluation") return evaluationOf({ evaluation: value });
  return Array.isArray(value) ? `${value.join("+")}` : String(value);
}

/** Proposes a name for a bot of the server with changed settings: its own name, and one or two settings. */
export function proposedName(entrant: Table, game: string, taken: readonly string[]): string | undefined {
  const settings = Object.entries(entrant).filter(([key]) => !NOT_SETTINGS.includes(key));
  if (typeof entrant.bot !== "string" || settings.length === 0 || "grid" in entrant) return undefined;
  const said = settings.length > 2 ? "changed" : settings.map(([key, value]) => spokenSetting(key, value)).join(", ");
  const name = `${shortBot(entrant.bot, game)}, ${said}`;
  if (!taken.includes(name)) return name;
  let n = 2;
  while (taken.includes(`${name} (${n})`)) n += 1;
  return `${name} (${n})`;
}

/** Returns an entrant after a change, with the proposed name unless its owner has chosen another one. */
export function renamed(before: Table, after: Table, game: string, taken: readonly string[]): Table {
  const isOwn = after.name !== undefined && (after.name !== before.name || before.name !== proposedName(before, game, taken));
  if (isOwn) return after;
  const rest = without(after, ["name"]);
  const name = proposedName(rest, game, taken);
  return name === undefined ? rest : { name, ...rest };
}

/** Returns the name of an entrant's evaluation, or the file of its module; empty if it uses that of its bot or game. */
export function evaluationOf({ evaluation }: Table): string {
  if (typeof evaluation === "string") return evaluation;
  const module = moduleOf(evaluation);
  if (module) return fileOf(module);
  return typeof evaluation === "object" && evaluation !== null && "name" in evaluation ? String(evaluation.name) : "";
}

/** Parses a comma-separated list of grid values: numbers, booleans and words. */
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

/** Formats a list of grid values. The inverse of `valuesOf`. */
export const valuesText = (values: unknown): string => (Array.isArray(values) ? values.map((value) => (Array.isArray(value) ? value.join("+") : typeof value === "object" ? JSON.stringify(value) : String(value))).join(", ") : String(values));
