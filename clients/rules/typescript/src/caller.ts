// Calls the modules of the package in JSON.

import { MODELS, Module } from "./host.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The input is wrong: a game, an option, a position, a move, a setting, a bot or a record. */
export class RulesError extends Error {
  override name = "RulesError";
  constructor(
    message: string,
    /** Identifies the message. */
    readonly code: string = "untranslated",
  ) {
    super(message);
  }
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(file, import.meta.url);
  // Node has no fetch for files.
  if (url.protocol === "file:") return new Uint8Array(await (await import("node:fs/promises")).readFile(url));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A running module that answers in JSON. */
export class Caller {
  readonly #module: Module;

  private constructor(module: Module) {
    this.#module = module;
  }

  /** Loads the module in this file of the package. */
  static async load(file: string): Promise<Caller> {
    return new Caller(await Module.start(await read(file)));
  }

  /** Provides the trained models of the package. */
  async provideModels(): Promise<void> {
    const models = await Promise.all(MODELS.map(read));
    for (const [index, model] of models.entries()) this.#module.provide(index, model);
  }

  /** Sends a request and returns the answer. Throws a `RulesError` if the input is wrong. */
  call(request: Record<string, unknown>): Json {
    const answer = JSON.parse(this.#module.call(JSON.stringify(request)));
    if (answer.error !== undefined) throw new RulesError(answer.error, answer.code);
    return answer.answer;
  }
}
