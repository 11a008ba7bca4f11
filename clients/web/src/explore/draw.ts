// Converts a growing tree to a drawing, if it is small. Nodes that the search has not reached are pale outlines, so that
// the tree has its final shape from the first step on.

import type { DrawnNode } from "../boards/shared/drawing";
import { nodeLabel, words } from "./step.words";
import { lookAt, pathAt, visitAt, type Look, type TraceNode } from "./trace";

export interface Drawing {
  /** The displayed step. */
  at: number;
  here: TraceNode | undefined;
  write: (value: number) => string;
  window: (alpha: number | null, beta: number | null) => string;
  /** True if small boards replace shapes. */
  boards: boolean;
  /** True for a written tree, whose moves and payoffs are known before the search reaches them. */
  given: boolean;
}

/** Returns the window of an inner node, and the origin of a value if that is notable. A leaf has its parent's window. */
function captionOf(look: Look, node: TraceNode, { window }: Drawing): string {
  const mark = look.code && words.marks[look.code];
  return [node.children.length > 0 ? window(look.alpha, look.beta) : "", mark].filter(Boolean).join(" ");
}

const cutOff = (look: Look | undefined) => look?.state === "cut" || look?.state === "skipped";

export function drawTree(root: TraceNode, drawing: Drawing): DrawnNode {
  return draw(root, drawing, pathAt(drawing.here, drawing.at));
}

function draw(node: TraceNode, drawing: Drawing, path: ReadonlySet<TraceNode>): DrawnNode {
  const look = lookAt(node, drawing.at);
  const never = cutOff(look);
  const last = lookAt(node, Infinity);
  // The payoff of a leaf in a written tree is known before the visit.
  const known = look?.value ?? (never || !look ? (node.payoff ?? (drawing.given && node.children.length === 0 ? last?.value : undefined)) : undefined);
  const value = known === undefined ? "" : drawing.write(known);
  const inner = node.children.length > 0 && !never;
  const window = look && !never ? captionOf(look, node, drawing) : "";
  const move = node.name || "∅";
  const times = node.visits.filter((visit) => visit.from <= drawing.at).length;
  const folded = inner ? 0 : (visitAt(node, drawing.at)?.hidden ?? 0);
  const state = look?.state ?? (node.parent ? "unseen" : "open");
  return {
    shape: never ? "cut" : inner || folded > 0 ? (node.max ? "max" : "min") : "leaf",
    text: value || (folded > 0 ? "+" : ""),
    ...(node.move === undefined ? {} : { ...(look || drawing.given ? { edge: words.times(move, times) } : {}), edgeRoom: words.times(move, node.visits.length) }),
    ...(window ? { window } : {}),
    ...(drawing.boards && node.cells && !never ? { cells: look || !node.parent ? node.cells : [] } : {}),
    strong: path.has(node),
    faint: !look && node.parent !== undefined,
    here: node === drawing.here,
    room: roomOf(node, drawing),
    // A click opens the node's visit that began at this step.
    ...(folded > 0 && look ? { move: String(node.visits[0]?.from ?? 0) } : {}),
    label: nodeLabel(node, node.max, window, value, state) + (folded > 0 ? `; ${words.hidden(folded)}` : ""),
    children: node.children.map((child) => draw(child, drawing, path)),
  };
}

/** Returns the longest window that the node ever has. Reserving its width keeps the layout stable. */
function roomOf(node: TraceNode, drawing: Drawing): string {
  const windows = node.looks.map((look) => (cutOff(look) ? "" : captionOf(look, node, drawing)));
  return windows.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}
