// Loads and calls a WebAssembly module of the arena. The static site includes this file, so it imports nothing.

/** The functions of a module; `exchange.rs` describes them. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  input(length: number): number;
  call(): number;
  output(): number;
  provide(model: number): void;
}

/** The trained models by their files, in the order of the module. */
export const MODELS = ["checkers-patterns.bin", "chess-network.bin", "reversi-patterns.bin"];

const OK = 0;
/** The error of WASI for an unknown file. */
const NO_FILE = 8;
/** The greatest number of random bytes at once. */
const MOST_RANDOM = 65_536;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A running module. */
export class Module {
  #exports!: Exports;

  /** Compiles and starts a module. */
  static async start(bytes: BufferSource): Promise<Module> {
    const started = new Module();
    const compiled = await WebAssembly.compile(bytes);
    // There are no files, no arguments and no environment, only time, random numbers and a place for the text of a panic.
    const known: Record<string, WebAssembly.ImportValue> = {
      clock_time_get: (clock: number, _precision: bigint, at: number) => started.#setTime(at, clock),
      random_get: (at: number, length: number) => started.#fillRandom(at, length),
      environ_sizes_get: () => OK,
      environ_get: () => OK,
      fd_write: (_file: number, texts: number, count: number, written: number) => started.#print(texts, count, written),
      proc_exit: (code: number) => {
        throw new Error(`the module has exited with ${code}`);
      },
    };
    const imports: WebAssembly.Imports = {};
    for (const { module, name } of WebAssembly.Module.imports(compiled)) (imports[module] ??= {})[name] = known[name] ?? (() => NO_FILE);
    started.#exports = (await WebAssembly.instantiate(compiled, imports)).exports as unknown as Exports;
    started.#exports._initialize?.();
    return started;
  }

  /** Sends a request and returns the answer. */
  call(request: string): string {
    this.#write(encoder.encode(request));
    const length = this.#exports.call();
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.output(), length));
  }

  /** Provides the trained model with this number. */
  provide(index: number, model: Uint8Array): void {
    this.#write(model);
    this.#exports.provide(index);
  }

  #write(bytes: Uint8Array): void {
    const to = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, to, bytes.length).set(bytes);
  }

  get #view(): DataView {
    return new DataView(this.#exports.memory.buffer);
  }

  #setTime(at: number, clock: number): number {
    const ms = clock === 0 ? Date.now() : performance.now();
    this.#view.setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
    return OK;
  }

  #fillRandom(at: number, length: number): number {
    for (let from = 0; from < length; from += MOST_RANDOM) {
      crypto.getRandomValues(new Uint8Array(this.#exports.memory.buffer, at + from, Math.min(MOST_RANDOM, length - from)));
    }
    return OK;
  }

  /** Writes the text of a panic to the console. */
  #print(texts: number, count: number, written: number): number {
    let [all, text] = [0, ""];
    for (let index = 0; index < count; index += 1) {
      const [at, length] = [this.#view.getUint32(texts + 8 * index, true), this.#view.getUint32(texts + 8 * index + 4, true)];
      text += decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
      all += length;
    }
    console.error(text);
    this.#view.setUint32(written, all, true);
    return OK;
  }
}
