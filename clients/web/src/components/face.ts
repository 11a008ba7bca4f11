// Computes a bot's face from its settings: a symmetric pattern of five by five cells, and a colour.

/** Keys that do not change the play. */
const NAMED = ["name", "about", "book_digest"];

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]);
}

/** FNV-1a with a final mix, so that similar settings have different faces. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export interface Face {
  /** The hue in degrees. */
  hue: number;
  /** The filled cells, as column and row. */
  cells: [number, number][];
}

export function faceOf(spec: Readonly<Record<string, unknown>>): Face {
  const text = JSON.stringify(sorted(Object.fromEntries(Object.entries(spec).filter(([key]) => !NAMED.includes(key)))));
  const [bits, hue] = [hash(text), hash(`${text}#`) % 360];
  const cells: [number, number][] = [];
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      if (((bits >>> (3 * y + x)) & 1) === 0) continue;
      cells.push([x, y]);
      if (x < 2) cells.push([4 - x, y]);
    }
  }
  return { hue, cells };
}
