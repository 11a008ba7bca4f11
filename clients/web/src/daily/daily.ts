// The position of the day: the same for everybody, chosen by the date, with the answers and the streak of this browser.

import type { Question } from "../core/routes";
import { readStored, store } from "../core/stored";
import type { TraceNode } from "../explore/trace";
import type { MapPosition, StepView } from "../wire";
import data from "./daily.json";

/** The kinds of positions, which take turns. */
export type Kind =
  /** A written tree with leaves from 0 to `most`. A shape gives the number of moves at each ply. */
  | { kind: "tree"; game: string; shapes: number[][]; most: number }
  /** An unfinished position of a solved game, after one of these numbers of plies. */
  | { kind: "solved"; game: string; plies: number[] };

export const kinds = data as Kind[];

const DAY_MS = 86_400_000;
/** A tree with more nodes is too large to mark. */
export const MOST_NODES = 28;
/** The number of positions to try on a day. A position without a cut is no puzzle. */
export const TRIES = 12;

/** Returns the number of the day in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
export const dateOf = (day: number): Date => new Date(day * DAY_MS);
/** Returns the day in an address, "2026-11-27", if it is not later than today. */
export function dayIn(text: string | null, today: number): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isFinite(ms) && dayOf(ms) <= today ? dayOf(ms) : undefined;
}
export const dayText = (day: number): string => dateOf(day).toISOString().slice(0, 10);

/** Returns a generator of whole numbers below a limit, which a seed determines (mulberry32). */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Returns the positions to try on a day, in order. `map` has the positions of a solved game. */
export function candidates(kind: Kind, day: number, map: readonly MapPosition[] = []): Question[] {
  const draw = drawing(day * 7919 + 17);
  const pick = <T>(from: readonly T[]): T | undefined => from[draw(from.length)];
  if (kind.kind === "tree") {
    const grow = (shape: readonly number[]): unknown => (shape.length === 0 ? draw(kind.most + 1) : Array.from({ length: shape[0] ?? 0 }, () => grow(shape.slice(1))));
    return Array.from({ length: TRIES }, () => {
      const shape = pick(kind.shapes) ?? [];
      return { game: kind.game, position: JSON.stringify(grow(shape)), search: { depth: shape.length, pruning: "alpha-beta" } };
    });
  }
  const open = map.filter(({ ply, moves }) => kind.plies.includes(ply) && moves.length > 1);
  return open.length === 0 ? [] : Array.from({ length: TRIES }, () => {
    const { position = "", cells = [] } = pick(open) ?? {};
    return { game: kind.game, position, search: { depth: Math.max(1, cells.filter((mark) => mark === "").length), pruning: "alpha-beta", evaluation: "zero" } };
  });
}

/** Returns the paths of the leaves of a tree, or of those below some of its nodes. */
export function leavesBelow(root: TraceNode, paths?: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (node: TraceNode, path: readonly string[], inside: boolean) => {
    const within = inside || paths?.includes(path.join(" ")) === true;
    if (node.children.length === 0 && within) found.add(path.join(" "));
    for (const child of node.children) visit(child, [...path, child.move ?? ""], within);
  };
  visit(root, [], paths === undefined);
  return found;
}

/** Returns the names of the moves from the root to a node. */
export function namesTo(node: TraceNode | undefined): string[] {
  return node?.parent ? [...namesTo(node.parent), node.name] : [];
}

/** True if a cut compares two wins, or two losses, of one side: the one that comes sooner decides. */
export function isByDistance(cut: StepView | undefined, decided: number): boolean {
  const [own, elsewhere] = [cut?.value ?? 0, (cut?.max ? cut.beta : cut?.alpha) ?? 0];
  return Math.min(Math.abs(own), Math.abs(elsewhere)) > decided && own * elsewhere > 0;
}

/** True if the marked nodes have the same leaves as the pruned ones. */
export function sameLeaves(root: TraceNode, marked: readonly string[], cut: readonly string[]): boolean {
  const [one, other] = [leavesBelow(root, marked), leavesBelow(root, cut)];
  return one.size === other.size && [...one].every((leaf) => other.has(leaf));
}

/** What a leaf of the tree, or the guessed value, is worth in the row of squares. */
export type Square = "searched" | "cut" | "wrong";

/** Returns a square for each leaf from left to right, and one for the value. */
export function squaresOf(root: TraceNode, marked: readonly string[], cut: readonly string[], valueRight: boolean): Square[] {
  const [guessed, pruned] = [leavesBelow(root, marked), leavesBelow(root, cut)];
  const leaves = [...leavesBelow(root)].map((leaf): Square => (guessed.has(leaf) !== pruned.has(leaf) ? "wrong" : pruned.has(leaf) ? "cut" : "searched"));
  return [...leaves, valueRight ? "cut" : "wrong"];
}

/** Marks a node, or takes its mark away. Nodes below a marked one have no mark of their own. */
export function toggled(marked: readonly string[], path: string): string[] {
  if (marked.includes(path)) return marked.filter((other) => other !== path);
  return [...marked.filter((other) => !other.startsWith(`${path} `)), path];
}
/** True if the node or one above it is marked. */
export const isMarked = (marked: readonly string[], path: string): boolean => marked.some((other) => path === other || path.startsWith(`${other} `));

/** An answer that was given on its day. */
export interface Given {
  day: number;
  /** The guessed value: a number, or 1, 0 or −1 for a win, a draw or a loss. */
  value: number;
  marked: string[];
  right: boolean;
  /** The number of days in a row with a right answer, up to this one. */
  streak: number;
}

const KEY = "daily";
/** As many answers as the archive shows. */
const KEPT = 14;

const isGiven = (read: unknown): read is Given => {
  const { day, value, marked, right, streak } = (read ?? {}) as Partial<Record<keyof Given, unknown>>;
  return typeof day === "number" && typeof value === "number" && typeof right === "boolean" && typeof streak === "number" && Array.isArray(marked) && marked.every((path) => typeof path === "string");
};

/** Returns the last answers, the newest first. */
export function answers(): Given[] {
  try {
    const read: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter(isGiven) : [];
  } catch {
    return [];
  }
}

/** Stores today's answer and returns it with the streak. A day has one answer. */
export function answer(today: number, value: number, marked: readonly string[], right: boolean): Given {
  const before = answers();
  const known = before.find(({ day }) => day === today);
  if (known) return known;
  const streak = right ? 1 + (before.find(({ day }) => day === today - 1)?.streak ?? 0) : 0;
  const given = { day: today, value, marked: [...marked], right, streak };
  store(KEY, JSON.stringify([given, ...before].slice(0, KEPT)));
  return given;
}

/** Returns the streak: that of today's answer, or of yesterday's as long as today's is not given. */
export function streakOn(today: number, given: readonly Given[]): number {
  return (given.find(({ day }) => day === today) ?? given.find(({ day }) => day === today - 1))?.streak ?? 0;
}
