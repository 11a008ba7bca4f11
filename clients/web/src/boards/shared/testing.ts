// Test helpers: render a game's board and record the moves that it plays.

import { render, screen } from "@testing-library/svelte";
import { vi } from "vitest";
import type { Diagram, Side } from "../../wire";
import type { GridDiagram } from "../../core/types";
import Board from "../Board.svelte";

export function show(game: string, diagram: Diagram, legal: string[], { sides = ["White", "Black"] as [string, string], bottom = "first" as Side } = {}) {
  const onmove = vi.fn();
  render(Board, { game, diagram, legal, mover: "first", sides, bottom, onmove });
  return onmove;
}

/** Returns the number of lines drawn through a win. */
export const strikes = () => document.querySelectorAll(".strike").length;

export const cell = (name: string) => screen.getByRole("gridcell", { name });
export const names = () => screen.getAllByRole("gridcell").map((g) => g.getAttribute("aria-label"));

/** Builds a board with these pieces, named from the lower left. */
export function squares(columns: number, rows: number, pieces: Record<string, string>): GridDiagram {
  const points = Array.from({ length: columns * rows }, (_, i) => `${"abcdefghijklmnopqrst"[i % columns]}${rows - Math.floor(i / columns)}`);
  return { kind: "grid", columns, rows, points, cells: points.map((point) => pieces[point] ?? ""), last: [] };
}
