// Writes an animated GIF, picture by picture. Each picture has only the part that changed, with its own colours.

/** The most colours of a picture. */
const MOST_COLOURS = 256;
/** Bits of the shortest code of a picture. */
const CODE_BITS = 8;
/** The number of codes. A full table is emptied. */
const MOST_CODES = 4096;

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class GifWriter {
  readonly #bytes: number[] = [];
  #before: Uint8ClampedArray | undefined;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#text("GIF89a");
    this.#shorts(width, height);
    this.#bytes.push(0x70, 0, 0); // No common colours.
    // The animation goes on for ever.
    this.#bytes.push(0x21, 0xff, 11);
    this.#text("NETSCAPE2.0");
    this.#bytes.push(3, 1, 0, 0, 0);
  }

  /** Adds a picture of red, green, blue and alpha, which is shown for a time in hundredths of a second. */
  add(pixels: Uint8ClampedArray, hundredths: number): void {
    const part = changed(this.#before, pixels, this.width, this.height);
    const colours = cutOut(pixels, part, this.width);
    const palette = paletteOf(colours);
    this.#bytes.push(0x21, 0xf9, 4, 0x04);
    this.#shorts(hundredths);
    this.#bytes.push(0, 0, 0x2c);
    this.#shorts(part.left, part.top, part.width, part.height);
    this.#bytes.push(0x87);
    for (let i = 0; i < MOST_COLOURS; i += 1) {
      const colour = palette[i] ?? 0;
      this.#bytes.push(colour >> 16, (colour >> 8) & 0xff, colour & 0xff);
    }
    this.#compress(indexed(colours, palette));
    this.#before = pixels;
  }

  /** Returns the whole file. */
  end(): Uint8Array<ArrayBuffer> {
    this.#bytes.push(0x3b);
    return Uint8Array.from(this.#bytes);
  }

  #text(text: string): void {
    for (const letter of text) this.#bytes.push(letter.charCodeAt(0));
  }

  #shorts(...numbers: number[]): void {
    for (const n of numbers) this.#bytes.push(n & 0xff, n >> 8);
  }

  /** Writes numbers of colours with LZW, in blocks of at most 255 bytes. */
  #compress(indices: Uint8Array): void {
    const clear = 1 << CODE_BITS;
    const block: number[] = [];
    let [held, bits] = [0, 0];
    let [width, next] = [CODE_BITS + 1, clear + 2];
    const codes = new Map<number, number>();
    const flush = () => this.#bytes.push(block.length, ...block.splice(0));
    const byte = (value: number) => {
      block.push(value);
      if (block.length === 255) flush();
    };
    const write = (code: number) => {
      held |= code << bits;
      for (bits += width; bits >= 8; bits -= 8) {
        byte(held & 0xff);
        held >>>= 8;
      }
    };
    this.#bytes.push(CODE_BITS);
    write(clear);
    let prefix = indices[0] ?? 0;
    for (let i = 1; i < indices.length; i += 1) {
      const index = indices[i] as number;
      const key = (prefix << 8) | index;
      const known = codes.get(key);
      if (known !== undefined) {
        prefix = known;
        continue;
      }
      write(prefix);
      prefix = index;
      if (next === MOST_CODES) {
        write(clear);
        codes.clear();
        [width, next] = [CODE_BITS + 1, clear + 2];
        continue;
      }
      if (next === 1 << width) width += 1;
      codes.set(key, next);
      next += 1;
    }
    write(prefix);
    write(clear + 1);
    if (bits > 0) byte(held & 0xff);
    if (block.length > 0) flush();
    this.#bytes.push(0);
  }
}

const colourAt = (pixels: Uint8ClampedArray, i: number) => ((pixels[4 * i] as number) << 16) | ((pixels[4 * i + 1] as number) << 8) | (pixels[4 * i + 2] as number);

/** Returns the part of a picture that differs from the one before, at least one pixel. */
function changed(before: Uint8ClampedArray | undefined, now: Uint8ClampedArray, width: number, height: number): Part {
  if (!before) return { left: 0, top: 0, width, height };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (colourAt(before, y * width + x) === colourAt(now, y * width + x)) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x + 1), Math.min(top, y), y + 1];
    }
  }
  return right === 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left, height: bottom - top };
}

function cutOut(pixels: Uint8ClampedArray, part: Part, width: number): Uint32Array {
  const colours = new Uint32Array(part.width * part.height);
  for (let i = 0; i < colours.length; i += 1) colours[i] = colourAt(pixels, (part.top + Math.floor(i / part.width)) * width + part.left + (i % part.width));
  return colours;
}

/** Returns the most frequent colours. */
function paletteOf(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_COLOURS).map(([colour]) => colour);
}

/** Returns the number of the nearest colour of the palette for each colour. */
function indexed(colours: Uint32Array, palette: readonly number[]): Uint8Array {
  const known = new Map(palette.map((colour, i) => [colour, i]));
  const distance = (a: number, b: number) => [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 0xff) - ((b >> shift) & 0xff)) ** 2, 0);
  return Uint8Array.from(colours, (colour) => {
    let index = known.get(colour);
    if (index === undefined) {
      index = palette.reduce((best, one, i) => (distance(one, colour) < distance(palette[best] as number, colour) ? i : best), 0);
      known.set(colour, index);
    }
    return index;
  });
}
