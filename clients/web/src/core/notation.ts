// Moves in the usual notation, from the server; without one, the moves' own texts.

/** Each move in the usual notation. */
export const written = (moves: readonly string[], notation: readonly string[] | undefined): readonly string[] => moves.map((move, i) => notation?.[i] ?? move);

/**
 * A move with its number: "33. Rd8" of the first side, "33… Rd8" of the second. `after` is the number of plies before
 * it.
 */
export const numbered = (after: number, move: string): string => `${Math.ceil(after / 2)}${after % 2 === 1 ? "." : "…"} ${move}`;

/** A normalized typed move: "E2-E4" is "e2e4", and "22 15 8" is "22x15x8". */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<=\d)[^a-wyz0-9]+(?=\d)/g, ".")
    .replace(/[^a-z0-9.]/g, "");

/**
 * The same for SAN, where upper case distinguishes pieces from files: "N x d4+" is "Nd4", "Pe4" is "e4", and "0-0" is
 * "OO".
 */
const short = (text: string) =>
  text
    .replace(/^[0o](-?[0o]){1,2}(?![a-z0-9])/i, (castles) => castles.toUpperCase().replaceAll("0", "O"))
    .replace(/[^a-wyz0-9]/gi, "")
    .replace(/^P(?=[a-z])/, "");

/**
 * Whether a pressed key begins a typed move. `shortcuts` do only if a legal move starts with them. Input methods do not
 * use this.
 */
export function begins(key: string, legal: readonly string[], notation: readonly string[] | undefined, shortcuts: string): boolean {
  if (!/^[\p{L}\p{N}]$/u.test(key)) return false;
  return !shortcuts.includes(key) || [...legal, ...written(legal, notation)].some((move) => move.startsWith(key));
}

/** The typed legal move, by its own text or in the usual notation. The server's parser is `games::typed`. */
export function typed(legal: readonly string[], text: string, notation?: readonly string[]): string | undefined {
  const only = (fits: readonly boolean[]) => (fits.filter(Boolean).length === 1 ? legal[fits.indexOf(true)] : undefined);
  const names = notation?.map(short) ?? [];
  if (legal.includes(text)) return text;
  return (
    only(names.map((name) => name === short(text))) ??
    only(legal.map((move) => bare(move) === bare(text))) ??
    only(names.map((name) => name.toLowerCase() === short(text).toLowerCase()))
  );
}
