// The types of the parts of gifenc that the page uses.

declare module "gifenc" {
  type Palette = number[][];
  interface Frame {
    palette: Palette;
    /** In milliseconds. */
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    /** 1 keeps the picture below the next one. */
    dispose: number;
  }
  export function GIFEncoder(): {
    writeFrame(indices: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  /** Returns at most this many colours for pixels of red, green, blue and alpha. */
  export function quantize(pixels: Uint8ClampedArray, most: number): Palette;
  /** Returns the number of the nearest colour for each pixel. */
  export function applyPalette(pixels: Uint8ClampedArray, palette: Palette): Uint8Array;
}
