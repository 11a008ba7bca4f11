// Moves as people type them: in Chinese, with other letters than WXF, or with the sign of a pair first.

import type { GridDiagram } from "../../core/types";
import type { Diagram, Side } from "../../wire";
import { owner } from "./pieces";

const NUMERALS = "一二三四五六七八九";
/** The characters of each kind by its letter in WXF. */
const PIECES: Record<string, string> = { A: "仕士", E: "相象B", P: "兵卒", H: "馬马傌㐷N", C: "炮砲包", R: "車车俥伡", K: "帥將帅将" };
const SIGNS: Record<string, string> = { 進: "+", 进: "+", 退: "-", 平: "=", ".": "=", 后: "後" };

/** Replaces digits, pieces and directions by the characters of WXF. */
function plain(text: string): string[] {
  return [...text.normalize("NFKC").replace(/[–—−‐‑]/g, "-").toUpperCase()].map((character) => {
    const number = NUMERALS.indexOf(character) + 1;
    const piece = Object.entries(PIECES).find(([, characters]) => characters.includes(character))?.[0];
    return number > 0 ? String(number) : (piece ?? SIGNS[character] ?? character);
  });
}

/** Returns how many of these pieces of a side stand on each file, by the side's numbers of files. */
function onFiles({ cells, columns }: GridDiagram, side: Side, letter: string): Map<number, number> {
  const counts = new Map<number, number>();
  cells.forEach((mark, i) => {
    if (mark === "" || owner(mark) !== side || plain(mark)[0] !== letter) return;
    const file = side === "first" ? columns - (i % columns) : (i % columns) + 1;
    counts.set(file, (counts.get(file) ?? 0) + 1);
  });
  return counts;
}

/** Returns the place from the front, from 1, that a character means among `of` pieces. */
function placeOf(character: string, of: number): number | undefined {
  const place = character === "前" || character === "+" ? 1 : character === "後" || character === "-" ? of : character === "中" && of === 3 ? 2 : Number(character);
  return place >= 1 && place <= of ? place : undefined;
}

/** Returns the move's name in WXF, which the server writes, for a text of four characters. */
export function wxf(text: string, diagram: Diagram, side: Side): string | undefined {
  const characters = plain(text.replace(/\s/g, ""));
  if (diagram.kind !== "grid" || characters.length !== 4) return undefined;
  const [one = "", two = "", ...move] = characters;
  const rest = move.join("");
  const [piece, which] = one in PIECES ? [one, two] : [two, one];
  if (/[1-9]/.test(which) && piece === one) return piece + which + rest;
  const counts = onFiles(diagram, side, piece in PIECES ? piece : "P");
  const pairs = [...counts].filter(([, count]) => count > 1);
  if (!(piece in PIECES)) {
    // The file replaces the name of a soldier if two files have several, and in what the page writes.
    const place = pairs.length > 0 ? placeOf(which, counts.get(Number(piece)) ?? 0) : undefined;
    return place ? `${place}${piece}${rest}` : undefined;
  }
  const [pair] = pairs;
  if (!pair || pairs.length > 1) return undefined;
  const [file, count] = pair;
  const place = placeOf(which, count);
  if (!place) return undefined;
  // Of two advisors or elephants on a file, only one can go in each direction.
  if (piece === "A" || piece === "E") return `${piece}${file}${rest}`;
  return (count === 2 ? piece + (place === 1 ? "+" : "-") : `${place}${file}`) + rest;
}
