// Moves in human notation. The server supplies it; without it, the moves' own texts are used.

/** Returns each move in human notation. */
export const written = (moves: readonly string[], notation: readonly string[] | undefined): readonly string[] => moves.map((move, i) => notation?.[i] ?? move);

/**
 * Formats a numbered move as in the list of a match: "33. Rd8" of the first side, "33… Rd8" of the second one. `after`
 * is the number of plies including the move.
 */
export const numbered = (after: number, move: string): string => `${Math.ceil(after / 2)}${after % 2 === 1 ? "." : "…"} ${move}`;

const figurines = "♔♕♖♗♘♙♚♛♜♝♞♟";

/**
 * Replaces pieces' symbols, full-width letters and typographic signs by ASCII. Returns undefined if the text has another
 * letter or symbol: without it, the text could mean another move.
 */
const latin = (text: string): string | undefined => {
  const plain = text
    .replace(new RegExp(`[${figurines}]`, "g"), (symbol) => "KQRBNP".charAt(figurines.indexOf(symbol) % 6))
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll("×", "x")
    .replace(/[–—−‐‑]/g, "-")
    .replace(/·|…|\uFE0E|\uFE0F/g, " ");
  // eslint-disable-next-line no-control-regex -- ASCII is meant.
  return /^[\x00-\x7F\s]*$/.test(plain) ? plain : undefined;
};

/** Normalises a move's text for comparison with typed text: "E2-E4" becomes "e2e4", and "22 15 8" matches "22x15x8". */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<=\d)[^a-wyz0-9]+(?=\d)/g, ".")
    .replace(/[^a-z0-9.]/g, "");

/**
 * Normalises a notation in which capitals distinguish pieces from files: "N x d4+" becomes "Nd4", "Pe4" becomes "e4",
 * and "0-0" becomes "OO". Signs before a digit are kept, because they are directions in WXF: "H+ - 4" becomes "H+-4", and
 * "C2.5" becomes "C2=5".
 */
const short = (text: string) =>
  text
    .replace(/^[0o](-?[0o]){1,2}(?![a-z0-9])/i, (castles) => castles.toUpperCase().replaceAll("0", "O"))
    .replace(/\s/g, "")
    .replace(/\.(?=[+=.-]*\d)/g, "=")
    .replace(/(?![+=-]+\d)[^a-wyz0-9]/gi, "")
    .replace(/^P(?=[a-z])/, "");

/**
 * Returns true if a pressed key begins a typed move. A key in `shortcuts` does so only if a legal move begins with it.
 * Input methods send no such keys.
 */
export function begins(key: string, legal: readonly string[], notation: readonly string[] | undefined, shortcuts: string): boolean {
  if (!/^[\p{L}\p{N}]$/u.test(key)) return false;
  return !shortcuts.includes(key) || [...legal, ...written(legal, notation)].some((move) => move.startsWith(key));
}

/**
 * Returns the legal move for a typed text: its own text or its human notation. The server's parser is `games::typed`.
 */
export function typed(legal: readonly string[], given: string, notation?: readonly string[]): string | undefined {
  const only = (fits: readonly boolean[]) => (fits.filter(Boolean).length === 1 ? legal[fits.indexOf(true)] : undefined);
  const names = notation?.map(short) ?? [];
  if (legal.includes(given)) return given;
  const text = latin(given);
  if (text === undefined) return undefined;
  return (
    only(names.map((name) => name === short(text))) ??
    only(legal.map((move) => bare(move) === bare(text))) ??
    only(names.map((name) => name.toLowerCase() === short(text).toLowerCase()))
  );
}
