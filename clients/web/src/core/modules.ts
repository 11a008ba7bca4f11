// Evaluations that are WebAssembly modules or trained models, as configurations of bots name them.

import type { BotView } from "../wire";

/** The module of an evaluation: its file, its digest, and a program's limits that are not the usual ones. */
export interface ModuleEvaluation {
  wasm?: string;
  model?: string;
  digest?: string;
  [limit: string]: unknown;
}

/** Returns the evaluation of a configuration if it is a module. */
export const moduleOf = (evaluation: unknown): ModuleEvaluation | undefined => (typeof evaluation === "object" && evaluation !== null && ("wasm" in evaluation || "model" in evaluation) ? (evaluation as ModuleEvaluation) : undefined);

/** Returns the file of a module. */
export const fileOf = ({ wasm, model }: ModuleEvaluation): string => wasm ?? model ?? "";

/** The evaluation of a module, and the bot that plays with it. */
export interface OfferedModule {
  bot: string;
  evaluation: ModuleEvaluation;
}

/** Returns the evaluations of modules that any bot of the game may use: those of the server's bots. */
export const offeredModules = (bots: readonly BotView[]): OfferedModule[] =>
  bots.flatMap(({ name, spec, module }) => {
    const found = moduleOf(spec.evaluation);
    if (!found) return [];
    // The modules of players have the usual limits.
    const left = (key: string) => (module ? ["wasm", "model", "digest"].includes(key) : key !== "runtime");
    return [{ bot: name, evaluation: Object.fromEntries(Object.entries(found).filter(([key]) => left(key))) as ModuleEvaluation }];
  });

/** The beginning of a module's value in a choice of evaluations. */
const MODULE = "@";

/** Returns the value of a module in a choice of evaluations. One that no bot has any more keeps the name of its file. */
export const moduleChoice = (module: ModuleEvaluation, offered: readonly OfferedModule[]): string => MODULE + (offered.find(({ evaluation }) => evaluation.digest === module.digest)?.bot ?? fileOf(module));

/** Returns the evaluation that was chosen, which may be a module. */
export const chosenEvaluation = (value: string, offered: readonly OfferedModule[]): string | ModuleEvaluation => offered.find(({ bot }) => value === MODULE + bot)?.evaluation ?? value;
