// Converts the tree of an analysis to a drawing.

import type { DrawnNode } from "../boards/shared/drawing";
import { shown } from "../boards/shown";
import { worthText } from "../boards/worth";
import { searchedLast } from "../core/again";
import { other } from "../core/state";
import { forFirst } from "../core/values";
import type { AnalysisAnswer, Side, TreeNode } from "../wire";
import { words } from "./answer.words";

export const leavesOf = (node: TreeNode): number => (node.children.length === 0 ? 1 : node.children.reduce((n, c) => n + leavesOf(c), 0));
export const isBounded = (node: TreeNode): boolean => node.bound !== undefined || node.children.some(isBounded);
export const repeats = (node: TreeNode): boolean => searchedLast(node.children).some(({ child, times }) => times > 1 || repeats(child));

/** Formats a percentage: "8.3". A value below a tenth gets as many decimal places as it needs: "0.003". */
export function percentOf(part: number, whole: number): string {
  const percent = (100 * part) / whole;
  return percent >= 0.1 || percent === 0 ? percent.toFixed(1) : percent.toFixed(Math.ceil(-Math.log10(percent)));
}

/** True if the search ended before the requested depth because a win or a loss was proved. */
export const isProved = ({ depth, stopped, win_in, settings }: Pick<AnalysisAnswer, "depth" | "stopped" | "win_in" | "settings">): boolean =>
  win_in !== undefined && !stopped && depth < Number(settings?.depth ?? depth);

/**
 * True if the value's number adds to its text. "draws" has no number; "stands at +46" and "wins" already include the
 * score.
 */
export const addsTo = (said: string, worth: string): boolean => said !== "" && !/\d/.test(said) && !said.includes(worth);

/** True if captures were searched beyond the depth, which plain minimax does not do. */
export const playsOut = ({ settings }: Pick<AnalysisAnswer, "settings">): boolean => settings?.quiescence === true;

/** True if both searches answer the same question: the same depth, the same rule at the horizon, and no early stop. */
export const comparable = (pruned: AnalysisAnswer, plain: AnalysisAnswer): boolean =>
  !pruned.stopped && !plain.stopped && pruned.depth === plain.depth && playsOut(pruned) === playsOut(plain) && pruned.value === plain.value;

/**
 * Returns the moves of the table, best first. They come from the search of the headline. The plain search has only
 * exact values and replaces it, but only if both answer the same question.
 */
export function rootMoves(pruned: AnalysisAnswer, plain: AnalysisAnswer | undefined): AnalysisAnswer["root"] {
  const { root } = plain && comparable(pruned, plain) ? plain : pruned;
  // Values of different depths cannot be compared. Among equal values an exact one is better: a bound is an upper
  // limit.
  return [...root].sort((a, b) => b.depth - a.depth || b.value - a.value || Number(b.exact) - Number(a.exact));
}

/** Returns the drawing of an answer's tree, if it has one. MAX is the first side. */
export function drawnAnswer(answer: AnalysisAnswer): DrawnNode | undefined {
  return answer.tree && draw(answer, answer.tree, 0, answer.line);
}

function draw(answer: AnalysisAnswer, node: TreeNode, depth: number, line: readonly string[] | undefined, times = 1): DrawnNode {
  const worth = node.value ?? node.payoff;
  const value = worth === undefined ? "" : worthText(answer.game, forFirst(worth, answer.side), answer.scale, true);
  const bound = value && node.bound ? (answer.side === "first" ? node.bound : node.bound === "lower" ? "upper" : "lower") : undefined;
  const side: Side = node.side ?? (depth % 2 === 0 ? answer.side : other(answer.side));
  const cut = node.kind === "pruned";
  const inner = !cut && node.children.length > 0;
  const next = line?.[0];
  const name = node.move === undefined ? undefined : shown(answer.game, node.notation ?? node.move);
  return {
    shape: cut ? "cut" : inner ? (side === "first" ? "max" : "min") : "leaf",
    text: (bound ? words.sign[bound] : "") + value,
    edge: times > 1 ? `${name ?? ""} ×${times}` : name,
    strong: line !== undefined,
    faint: cut,
    label: words.node(node.notation ?? node.move, cut, (bound ? words.bound[bound] : "") + value, times > 1),
    children: searchedLast(node.children).map(({ child, times: often }) => draw(answer, child, depth + 1, line && child.move === next ? line.slice(1) : undefined, often)),
  };
}
