// Turns selected points of a board into a move. The functions are pure and use only the server's legal moves. A move is
// a list of steps: one point, one column, or the points of a piece's path. The selected steps are the prefix of some
// legal moves. Each step narrows these down to one move, or to several that differ only in the promotion.

export interface Notation {
  /** Returns the name of a point in moves: its own name, or that of its column. */
  step: (point: string) => string;
  /** Splits a move into its steps and the remaining choice, such as a promotion. */
  read: (move: string) => { steps: readonly string[]; choice?: string };
}

/** A move is its point: `d3`. */
export const place: Notation = {
  step: (point) => point,
  read: (move) => ({ steps: [move] }),
};

/** A move is the letter of its column: `d`. */
export const column: Notation = {
  step: (point) => point.replace(/\d+$/, ""),
  read: (move) => ({ steps: [move] }),
};

/** A move is its origin, its target and an optional promotion: `e2e4`, `e7e8q`. */
export const fromTo: Notation = {
  step: (point) => point,
  read: (move) => {
    const [, from, to, choice] = /^([a-z]\d+)([a-z]\d+)(\w*)$/.exec(move) ?? [];
    return from && to ? { steps: [from, to], ...(choice ? { choice } : {}) } : { steps: [move] };
  },
};

/** A move is all squares of its path: `11-15`, `22x15x8`. */
export const path: Notation = {
  step: (point) => point,
  read: (move) => ({ steps: move.split(/[-x]/) }),
};

export interface Chosen {
  steps: readonly string[];
  /** The moves that these steps complete: one to play, or several to choose from. */
  moves: readonly string[];
}

export const NOTHING: Chosen = { steps: [], moves: [] };

/** Returns the possible next steps. */
export function nextSteps(notation: Notation, legal: readonly string[], chosen: readonly string[]): Set<string> {
  return new Set(continuing(notation, legal, chosen).flatMap(({ steps }) => steps.slice(chosen.length, chosen.length + 1)));
}

/**
 * Returns the selection after one more step. A step that does not fit starts a new selection or clears the current one.
 * The end of a path completes the move if exactly one move leads there.
 */
export function choose(notation: Notation, legal: readonly string[], chosen: readonly string[], step: string): Chosen {
  const steps = [...chosen, step];
  const further = continuing(notation, legal, steps);
  if (further.length > 0) {
    return { steps, moves: further.filter((read) => read.steps.length === steps.length).map(({ move }) => move) };
  }
  const ends = chosen.length > 0 ? continuing(notation, legal, chosen).filter((read) => read.steps.at(-1) === step) : [];
  const [end] = ends;
  if (end && ends.length === 1) return { steps: end.steps, moves: [end.move] };
  const again = chosen[0] === step || chosen.length === 0;
  return again ? NOTHING : choose(notation, legal, [], step);
}

/**
 * Returns the selection after a piece was dragged along `trail` and dropped at `step`. The trail decides between
 * several paths with this end. A step in the middle of a path stays selected.
 */
export function putDown(notation: Notation, legal: readonly string[], chosen: readonly string[], trail: readonly string[], step: string): Chosen {
  const further = continuing(notation, legal, chosen).filter(({ steps }) => steps.length > chosen.length);
  const ends = further.filter(({ steps }) => steps.at(-1) === step);
  const led = ends.filter(({ steps }) => steps.slice(chosen.length, -1).every((between) => trail.includes(between)));
  const meant = led.length > 0 ? led : ends;
  const [end] = meant;
  if (end && meant.every(({ steps }) => steps.join() === end.steps.join())) return { steps: end.steps, moves: meant.map(({ move }) => move) };
  const between = further.some(({ steps }) => steps[chosen.length] === step);
  return { steps: between ? [...chosen, step] : chosen, moves: [] };
}

/**
 * Returns the legal move that matches a premove's first and last step. `order` ranks the promotions, best first.
 * Returns undefined if no move or more than one move matches.
 */
export function foreseen(notation: Notation, legal: readonly string[], chosen: readonly string[], order = ""): string | undefined {
  const fits = continuing(notation, legal, chosen.slice(0, 1)).filter(({ steps }) => steps.at(-1) === chosen.at(-1));
  const rank = ({ choice = "" }: { choice?: string }) => (order.includes(choice) ? order.indexOf(choice) : order.length);
  const [best, ...others] = fits.sort((a, b) => rank(a) - rank(b));
  return best && others.every(({ steps }) => steps.join() === best.steps.join()) ? best.move : undefined;
}

/** Returns the moves without a point on the board, such as a pass. */
export function movesOffBoard(notation: Notation, legal: readonly string[], points: readonly string[]): string[] {
  const steps = new Set(points.map(notation.step));
  return legal.filter((move) => !steps.has(notation.read(move).steps[0] ?? ""));
}

function continuing(notation: Notation, legal: readonly string[], chosen: readonly string[]) {
  return legal
    .map((move) => ({ move, ...notation.read(move) }))
    .filter(({ steps }) => chosen.every((step, i) => steps[i] === step));
}
