// A move that a search entered more than once: first with a null window or to a lesser depth, then for its value.

interface Searched {
  move?: string;
}

/** Each move once, as it was searched last, and how often it was searched. */
export function searchedLast<T extends Searched>(children: readonly T[]): { child: T; times: number }[] {
  const found: { child: T; times: number }[] = [];
  for (const child of children) {
    const known = found.find((other) => other.child.move === child.move);
    if (known) [known.child, known.times] = [child, known.times + 1];
    else found.push({ child, times: 1 });
  }
  return found;
}
