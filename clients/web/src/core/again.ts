// Moves that a search entered several times: first with a null window or reduced, then for the value.

interface Searched {
  move?: string;
}

/** Each move once with its last result, and the number of searches. */
export function searchedLast<T extends Searched>(children: readonly T[]): { child: T; times: number }[] {
  const found: { child: T; times: number }[] = [];
  for (const child of children) {
    const known = found.find((other) => other.child.move === child.move);
    if (known) [known.child, known.times] = [child, known.times + 1];
    else found.push({ child, times: 1 });
  }
  return found;
}
