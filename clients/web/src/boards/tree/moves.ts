// The names of moves.

/** Names a move as textbooks do, from "a1" on. Its own text, the index of a child, looks like the value of a leaf. */
export const named = (move: string): string => (/^\d+$/.test(move) ? `a${Number(move) + 1}` : move);

/** Returns the move with such a name. */
export function typed(text: string): string | undefined {
  const number = /^a([1-9]\d*)$/i.exec(text)?.[1];
  return number === undefined ? undefined : String(Number(number) - 1);
}
