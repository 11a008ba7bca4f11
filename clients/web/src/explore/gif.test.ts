import { expect, test } from "vitest";
import { timed } from "./animation";
import { GifWriter } from "./gif";

interface Picture {
  left: number;
  top: number;
  width: number;
  height: number;
  hundredths: number;
  /** The colours as 0xRRGGBB. */
  pixels: number[];
}

/** Decodes LZW as the specification describes it. */
function decompressed(bytes: readonly number[]): number[] {
  let [table, width, at, before]: [number[][], number, number, number[]] = [[], 9, 0, []];
  const reset = () => ([table, width, before] = [[...Array.from({ length: 256 }, (_, i) => [i]), [], []], 9, []]);
  reset();
  const found: number[] = [];
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < width; bit += 1, at += 1) code |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    if (code === 257) return found;
    if (code === 256) {
      reset();
      continue;
    }
    const entry: number[] = table[code] ?? [...before, before[0] as number];
    if (before.length > 0 && table.length < 4096) table.push([...before, entry[0] as number]);
    if (table.length === 1 << width && width < 12) width += 1;
    for (const index of entry) found.push(index);
    before = entry;
  }
}

function decoded(file: Uint8Array): Picture[] {
  const short = (at: number) => (file[at] as number) | ((file[at + 1] as number) << 8);
  let at = 13 + 19;
  const pictures: Picture[] = [];
  while (file[at] === 0x21) {
    const hundredths = short(at + 4);
    const [left, top, width, height] = [9, 11, 13, 15].map((offset) => short(at + offset)) as [number, number, number, number];
    const palette = at + 18;
    at = palette + 768 + 1;
    const bytes: number[] = [];
    for (let size = file[at] as number; size > 0; size = file[at] as number) {
      bytes.push(...file.subarray(at + 1, at + 1 + size));
      at += size + 1;
    }
    at += 1;
    const colour = (i: number) => ((file[palette + 3 * i] as number) << 16) | ((file[palette + 3 * i + 1] as number) << 8) | (file[palette + 3 * i + 2] as number);
    pictures.push({ left, top, width, height, hundredths, pixels: decompressed(bytes).map(colour) });
  }
  expect(file[at]).toBe(0x3b);
  return pictures;
}

const picture = (colours: readonly number[]) => Uint8ClampedArray.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]));

test("each picture has the part that changed, in its colours", () => {
  const writer = new GifWriter(3, 2);
  writer.add(picture([1, 2, 3, 4, 5, 0xff8000]), 20);
  writer.add(picture([1, 2, 3, 4, 0xabcdef, 0x123456]), 30);
  writer.add(picture([1, 2, 3, 4, 0xabcdef, 0x123456]), 40);
  expect(decoded(writer.end())).toEqual([
    { left: 0, top: 0, width: 3, height: 2, hundredths: 20, pixels: [1, 2, 3, 4, 5, 0xff8000] },
    { left: 1, top: 1, width: 2, height: 1, hundredths: 30, pixels: [0xabcdef, 0x123456] },
    { left: 0, top: 0, width: 1, height: 1, hundredths: 40, pixels: [1] },
  ]);
});

test("a large picture fills the table of codes more than once", () => {
  const [width, height] = [300, 200];
  let state = 1;
  const colours = Array.from({ length: width * height }, () => (state = (state * 48271) % 0x7fffffff) % 200);
  const writer = new GifWriter(width, height);
  writer.add(picture(colours), 10);
  expect(decoded(writer.end())[0]?.pixels).toEqual(colours);
});

test("a picture with too many colours has the nearest ones", () => {
  const colours = [...Array.from({ length: 600 }, (_, i) => (i % 256) << 16), 0x000100];
  const writer = new GifWriter(601, 1);
  writer.add(picture(colours), 10);
  expect(decoded(writer.end())[0]?.pixels.at(-1)).toBe(0);
});

test("a GIF takes six seconds, whatever the number of steps", () => {
  for (const steps of [1, 2, 9, 60, 999]) {
    const frames = timed(Array.from({ length: steps }, (_, i) => i));
    expect(frames.reduce((sum, { hundredths }) => sum + hundredths, 0)).toBe(600);
    expect([frames[0]?.frame, frames.at(-1)?.frame]).toEqual([0, steps - 1]);
    expect(frames.length).toBe(Math.min(steps, 60));
  }
});
