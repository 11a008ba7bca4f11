// Merges repeated searches of a move. A search may first use a null window or a lower depth, and then search again for
// the value.

interface Searched {
  move?: string;
}

/** Returns each move once, with its last search and the number of searches. */
export function searchedLast<T extends Searched>(children: readonly T[]): { child: T; times: number }[] {
  const found: { child: T; times: number }[] = [];
  for (const child of children) {
    const known = found.find((other) => other.child.move === child.move);
    if (known) [known.child, known.times] = [child, known.times + 1];
    else found.push({ child, times: 1 });
  }
  return found;
}
