// Runs the WebAssembly module of the static site.

import { MODELS, Module } from "../../../rules/typescript/src/host";
import type { Answered, Asked } from "./server";

/** The greatest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

let module: Promise<Module> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function read(file: string, folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(new URL(file, folder));
  if (!answer.ok) throw new Error(`${file}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Starts the module in the folder of the site. */
async function start(folder: string): Promise<Module> {
  const [code, ...models] = await Promise.all(["site.wasm", ...MODELS].map((file) => read(file, folder)));
  const started = await Module.start(code as Uint8Array<ArrayBuffer>);
  for (const [index, model] of models.entries()) started.provide(index, model);
  return started;
}

const answer = (answered: Answered) => postMessage(answered);

/** Returns the number and the text of an answer. */
function parts(text: string): [number, string] {
  const end = text.indexOf("\n");
  return [Number(text.slice(0, end)), text.slice(end + 1)];
}

/** Passes the messages of an answer on, and waits until something else is due. */
function go(module: Module, call: object): void {
  const [wait, texts] = parts(module.call(JSON.stringify(call)));
  if (texts !== "") answer({ texts: texts.split("\n") });
  clearTimeout(timer);
  timer = wait < 0 ? undefined : setTimeout(() => go(module, { do: "attend" }), Math.min(wait, LONGEST_MS));
}

self.onmessage = async ({ data }: MessageEvent<string | Asked>) => {
  if (typeof data === "string") {
    module = start(data);
    return;
  }
  try {
    const started = await (module as Promise<Module>);
    if (data.do !== "request") return go(started, data);
    const [status, body] = parts(started.call(JSON.stringify(data)));
    answer({ id: data.id, status, body });
  } catch (error) {
    console.error(error);
    if (data.do === "request") answer({ id: data.id, status: 500, body: JSON.stringify({ status: 500, code: "internal", message: String(error) }) });
  }
};
