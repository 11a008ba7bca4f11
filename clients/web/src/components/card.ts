// The share card: a picture of the final board with the players, the result and the address of the match.

import { encode } from "uqr";
import { boardOf } from "../boards/registry";
import { app } from "../core/app.svelte";
import { placeOf } from "../core/place";
import { matchPath } from "../core/routes";
import type { Followed } from "../core/state";
import type { BySide } from "../core/types";
import { verdictHow, verdictTitle } from "../core/verdict";
import { words } from "../pages/match.words";
import { fileName } from "../core/format";
import { colourOf, lines, png, savePicture, standalone } from "../results/saving";

export interface CardTexts {
  game: string;
  names: readonly [string, string];
  result: string;
  how: string;
  address: string;
}

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 60];
/** The side of the code of the address. */
const CODE = 150;
const BOARD = HEIGHT - 2 * EDGE;
const NS = "http://www.w3.org/2000/svg";

/** Returns the card as a standalone drawing. `board` is the board of the page, or undefined for a game without one. */
export function card(board: SVGSVGElement | undefined, texts: CardTexts, colours: { ground: string; text: string; muted: string; accent: string }): string {
  const svg = document.createElementNS(NS, "svg");
  const add = (name: string, attributes: Record<string, string | number>, text = "") => {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    svg.append(element);
  };
  svg.setAttribute("width", String(WIDTH));
  svg.setAttribute("height", String(HEIGHT));
  svg.setAttribute("font-family", "Inter, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', sans-serif");
  add("rect", { width: WIDTH, height: HEIGHT, fill: colours.ground });
  add("rect", { width: WIDTH, height: 10, fill: colours.accent });
  let left = EDGE;
  if (board) {
    const drawn = new DOMParser().parseFromString(standalone(board, "none"), "image/svg+xml").documentElement;
    for (const [key, value] of Object.entries({ x: EDGE, y: EDGE, width: BOARD, height: BOARD, preserveAspectRatio: "xMidYMid meet" })) drawn.setAttribute(key, String(value));
    svg.append(document.importNode(drawn, true));
    left = 2 * EDGE + BOARD;
  }
  const room = WIDTH - EDGE - left;
  let y = EDGE + 34;
  const write = (text: string, size: number, fill: string, weight: number, rows = 1) => {
    for (const line of lines(text, Math.floor(room / (size * 0.56)), rows)) {
      add("text", { x: left, y, fill, "font-size": size, "font-weight": weight }, line);
      y += size * 1.25;
    }
  };
  write(texts.game, 28, colours.muted, 500);
  y += 30;
  write(texts.names[0], 42, colours.text, 700, 2);
  write(texts.names[1], 42, colours.text, 700, 2);
  y += 22;
  write(texts.result, 36, colours.accent, 700, 2);
  write(texts.how, 26, colours.muted, 500, 3);
  // The logo of the page, at the right edge.
  const [x, top] = [WIDTH - EDGE - 48, EDGE - 10];
  add("path", { d: "M16 4.5 24.5 15h-17z", fill: colours.accent, stroke: colours.accent, "stroke-width": 2, "stroke-linejoin": "round", transform: `translate(${x} ${top}) scale(1.5)` });
  add("path", { d: "M16 27.5 7.5 17h17z", fill: "none", stroke: colours.text, "stroke-width": 2.4, "stroke-linejoin": "round", transform: `translate(${x} ${top}) scale(1.5)` });
  // The code is dark on white, whatever the colours of the page are.
  const { data, size } = encode(texts.address, { border: 2 });
  const cell = CODE / size;
  add("rect", { x: WIDTH - EDGE - CODE, y: HEIGHT - EDGE - CODE, width: CODE, height: CODE, fill: "#ffffff" });
  const dark = data.flatMap((row, i) => row.flatMap((is, j) => (is ? [`M${j} ${i}h1v1h-1z`] : [])));
  add("path", { d: dark.join(""), fill: "#000000", "shape-rendering": "crispEdges", transform: `translate(${WIDTH - EDGE - CODE} ${HEIGHT - EDGE - CODE}) scale(${cell})` });
  const beside = room - CODE - 20;
  y = HEIGHT - EDGE;
  const long = texts.address.length;
  const at = { x: left, y, fill: colours.muted, "font-size": Math.min(22, beside / (long * 0.56)), "font-weight": 500 };
  add("text", at, texts.address);
  return new XMLSerializer().serializeToString(svg);
}

/**
 * Shares the card on a device with a share sheet for pictures, and saves it elsewhere. Returns true if it was saved.
 */
async function shareCard(board: SVGSVGElement | undefined, texts: CardTexts): Promise<boolean> {
  const colours = { ground: colourOf("surface"), text: colourOf("text"), muted: colourOf("muted"), accent: colourOf("accent") };
  const title = `${texts.game} ${texts.names.join(" ")}`;
  const picture = await png(card(board, texts, colours));
  const file = new File([picture], `${fileName(title)}.png`, { type: "image/png" });
  if (window.matchMedia("(pointer: coarse)").matches && "canShare" in navigator && navigator.canShare({ files: [file] })) {
    // Closing the sheet is not an error.
    await navigator.share({ files: [file], text: texts.address }).catch(() => undefined);
    return false;
  }
  savePicture(title, picture);
  return true;
}

/** Shares or saves the card of a finished match. `board` is the board of the page with the last position. */
export async function cardOf(board: SVGSVGElement | undefined, { match, state }: Followed, names: BySide<string>, sides: BySide<string>): Promise<void> {
  const { verdict, game, options, diagram } = state;
  if (!verdict) return;
  try {
    const saved = await shareCard(board, {
      game: app.game(game)?.title ?? game,
      names: [names.first, names.second],
      result: verdictTitle(verdict, names),
      how: verdictHow(verdict, names, boardOf(game).won?.(options), sides, (by) => boardOf(game).margin?.(diagram, by) ?? ""),
      address: placeOf(matchPath(match)),
    });
    if (saved) app.dispatch({ kind: "toast", text: words.cardSaved, bad: false });
  } catch (error) {
    app.complain(error);
  }
}
