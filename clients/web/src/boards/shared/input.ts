// How choosing points of a board becomes a move: pure, and by the server's legal moves alone.
//
// Every move is a row of steps: one point, one column, or the points of a piece's path. What has been chosen so far is
// the beginning of some legal moves; the next step narrows them down, until one is left, or several that differ in
// what a piece becomes.

export interface Notation {
  /** What the moves call a point: its name, or its column's. */
  step: (point: string) => string;
  /** The steps that a move consists of, and what is still to be chosen after them. */
  read: (move: string) => { steps: readonly string[]; choice?: string };
}

/** A move is the point that it plays on: `d3`. */
export const place: Notation = {
  step: (point) => point,
  read: (move) => ({ steps: [move] }),
};

/** A move is the letter of a column: `d`. */
export const column: Notation = {
  step: (point) => point.replace(/\d+$/, ""),
  read: (move) => ({ steps: [move] }),
};

/** From, to and what a pawn becomes: `e2e4`, `e7e8q`. */
export const fromTo: Notation = {
  step: (point) => point,
  read: (move) => {
    const [, from, to, choice] = /^([a-z]\d+)([a-z]\d+)(\w*)$/.exec(move) ?? [];
    return from && to ? { steps: [from, to], ...(choice ? { choice } : {}) } : { steps: [move] };
  },
};

/** All squares of a path: `11-15`, `22x15x8`. */
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

/** The steps that may follow those chosen. */
export function nextSteps(notation: Notation, legal: readonly string[], chosen: readonly string[]): Set<string> {
  return new Set(continuing(notation, legal, chosen).flatMap(({ steps }) => steps.slice(chosen.length, chosen.length + 1)));
}

/**
 * What is chosen after one more step. A step that leads nowhere starts anew, or takes the choice back. The end of a
 * path may be chosen at once where only one move leads there.
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
 * What is chosen when a piece is led over the steps of `trail` and put down at `step`. Where several paths end there, the
 * trail says which is meant; a step in the middle of a path is kept.
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
 * The legal move that was chosen before its turn by its first and last step; `order` says which of several choices at its
 * end is wanted, best first. None where it is not legal, or not one move.
 */
export function foreseen(notation: Notation, legal: readonly string[], chosen: readonly string[], order = ""): string | undefined {
  const fits = continuing(notation, legal, chosen.slice(0, 1)).filter(({ steps }) => steps.at(-1) === chosen.at(-1));
  const rank = ({ choice = "" }: { choice?: string }) => (order.includes(choice) ? order.indexOf(choice) : order.length);
  const [best, ...others] = fits.sort((a, b) => rank(a) - rank(b));
  return best && others.every(({ steps }) => steps.join() === best.steps.join()) ? best.move : undefined;
}

/** The moves that no point of the board leads to, such as a pass. */
export function movesOffBoard(notation: Notation, legal: readonly string[], points: readonly string[]): string[] {
  const steps = new Set(points.map(notation.step));
  return legal.filter((move) => !steps.has(notation.read(move).steps[0] ?? ""));
}

function continuing(notation: Notation, legal: readonly string[], chosen: readonly string[]) {
  return legal
    .map((move) => ({ move, ...notation.read(move) }))
    .filter(({ steps }) => chosen.every((step, i) => steps[i] === step));
}
