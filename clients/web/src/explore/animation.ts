// The search as an animated picture: an SVG file with its styles inside, which also plays in an <img>.

import { geometryOf, isInner, shapeWidth, windowBelow, windowWidth, type DrawnNode } from "../boards/shared/drawing";
import type { Placed } from "../boards/shared/layout";
import { imageOf, lines } from "../results/saving";

/** Larger trees make files that are slow to draw and too small to read. */
export const MOST_NODES = 160;
/** The greatest number of steps. Each step has a sentence of its own in the file. */
export const MOST_STEPS = 1_000;

/** What the picture shows during one step. */
export interface Frame {
  root: DrawnNode;
  said: string;
}

export interface Film {
  title: string;
  frames: readonly Frame[];
  /** The number of columns of small boards. */
  columns: number;
  /** Returns the value of a colour of the page by its name, such as `surface`. */
  colour: (name: string) => string;
}

const SECONDS_A_STEP = 0.9;
const MOST_SECONDS = 90;
/** The finished tree stays for this time before the animation starts again. */
const LAST_SECONDS = 4;
const LEAST_WIDTH = 520;
const [HEAD, LINE, ROWS] = [34, 21, 3];

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const short = (n: number) => String(Math.round(n * 10) / 10);

/** Returns whether a search is small enough to be animated. */
export const canAnimate = (nodes: number, steps: number): boolean => nodes <= MOST_NODES && steps <= MOST_STEPS;

/** Returns the nodes of a drawing in the order of its layout. */
const flat = (node: DrawnNode): DrawnNode[] => [node, ...node.children.flatMap(flat)];

/** Splits the frames into intervals in which `drawn` returns the same text. Intervals with an empty text are left out. */
function intervals(frames: number, drawn: (frame: number) => string): { from: number; to: number; text: string }[] {
  const found: { from: number; to: number; text: string }[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    const text = drawn(frame);
    const last = found[found.length - 1];
    if (last && last.to === frame && last.text === text) last.to = frame + 1;
    else found.push({ from: frame, to: frame + 1, text });
  }
  return found.filter(({ text }) => text !== "");
}

function board(cells: readonly string[], columns: number): string {
  const size = 42 / columns;
  const at = (i: number) => [-21 + (i % columns) * size, -21 + Math.floor(i / columns) * size] as const;
  const rows = Math.ceil(cells.length / columns);
  const rules = [
    ...Array.from({ length: columns - 1 }, (_, i) => `M${short(-21 + (i + 1) * size)} -18V${short(-21 + rows * size - 3)}`),
    ...Array.from({ length: rows - 1 }, (_, i) => `M-18 ${short(-21 + (i + 1) * size)}H18`),
  ];
  const marks = cells.map((mark, i) => {
    const [x, y] = at(i);
    const [near, far] = [size * 0.29, size * 0.71];
    if (mark === "x") return `<path class="x" d="M${short(x + near)} ${short(y + near)}L${short(x + far)} ${short(y + far)}M${short(x + far)} ${short(y + near)}L${short(x + near)} ${short(y + far)}"/>`;
    if (mark === "o") return `<circle class="o" cx="${short(x + size / 2)}" cy="${short(y + size / 2)}" r="${short(size * 0.23)}"/>`;
    return mark === "" ? "" : `<text x="${short(x + size / 2)}" y="${short(y + size * 0.7)}">${escaped(mark)}</text>`;
  });
  return `<path class="rule" d="${rules.join("")}"/>${marks.join("")}`;
}

function body(node: DrawnNode, columns: number): string {
  const { shape, text, window = "", cells } = node;
  const says = (y: number, what: string, more = "") => (what === "" ? "" : `<text${more} y="${y}">${escaped(what)}</text>`);
  const wide = windowWidth(node);
  const behind = window === "" ? "" : `<rect class="behind" x="${short(-wide / 2)}" y="${windowBelow(node) - 11}" width="${short(wide)}" height="14"/>`;
  const below = `${behind}${says(windowBelow(node), window, ' class="window"')}`;
  if (cells) return `<rect x="-24" y="-24" width="48" height="48" rx="6"/>${cells.length > 0 ? board(cells, columns) : ""}${says(39, text, ' class="under"')}${below}`;
  const half = shapeWidth(node) / 2;
  const outline = shape === "max" ? '<path d="M0 -24 25 19h-50z"/>' : shape === "min" ? '<path d="M0 24 25 -19h-50z"/>' : `<rect x="${short(-half)}" y="-17" width="${short(2 * half)}" height="34" rx="8"/>`;
  const long = isInner(node) && text.length > 3 ? ' class="long"' : "";
  return `${outline}${says(shape === "max" ? 12 : shape === "min" ? -1 : 5, text, long)}${below}`;
}

const classes = (node: DrawnNode) => [node.shape, ...(["strong", "faint", "here"] as const).filter((name) => node[name])].join(" ");

/** Returns the styles of the file. `end` is the time of the last step, and `keyframes` has the times of all groups. */
function styles(colour: Film["colour"], seconds: number, end: string, keyframes: ReadonlyMap<string, string>): string {
  return `text{font:600 14px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC","PingFang SC",sans-serif;fill:${colour("text")};text-anchor:middle}
line{stroke:${colour("line-strong")};stroke-width:1.5}
line.strong{stroke:${colour("accent")};stroke-width:4}
line.faint{stroke:${colour("line")}}
line.cut{stroke-dasharray:3 5}
g>path,g>rect{fill:${colour("surface")};stroke:${colour("line-strong")};stroke-width:2;stroke-linejoin:round}
.max>path,.max>rect{fill:${colour("first-soft")};stroke:${colour("first")}}
.min>path,.min>rect{fill:${colour("second-soft")};stroke:${colour("second")}}
.cut>rect{fill:${colour("surface")};stroke:${colour("line-strong")};stroke-dasharray:3 4}
.cut>text{fill:${colour("muted")};text-decoration:line-through}
.strong>path,.strong>rect{stroke-width:4}
.faint>path,.faint>rect{fill:${colour("surface")};stroke:${colour("line")}}
.faint>text{fill:${colour("muted")}}
.here>path,.here>rect{stroke:${colour("accent")};stroke-width:5}
g>.behind{fill:${colour("surface")};stroke:none}
g>.rule,g>.x,g>.o{fill:none;stroke-linecap:round;stroke-dasharray:none}
g>.rule{stroke:${colour("line-strong")};stroke-width:1.5}
g>.x{stroke:${colour("first")};stroke-width:2.5}
g>.o{stroke:${colour("second")};stroke-width:2.5}
text.long{font-size:12.5px}
text.window{font-weight:500;font-size:12.5px;fill:${colour("muted")};text-decoration:none}
text.said,text.title{text-anchor:start}
text.edge{font-weight:500;font-size:12.5px;fill:${colour("muted")}}
.edge,.under{paint-order:stroke;stroke:${colour("surface")};stroke-width:6px}
.off{visibility:hidden}
.k{animation-duration:${short(seconds)}s;animation-timing-function:step-end;animation-iteration-count:infinite}
.bar{fill:${colour("accent")};animation:bar ${short(seconds)}s linear infinite}
@keyframes bar{0%{transform:scaleX(0)}${end},100%{transform:scaleX(1)}}
${[...keyframes].map(([name, stops]) => `@keyframes ${name}{${stops}}`).join("\n")}
@media (prefers-reduced-motion:reduce){.k,.bar{animation:none}}`;
}

/** The duration of a GIF in hundredths of a second, and the part of it for the finished tree. */
const [GIF_TIME, GIF_LAST] = [600, 150];
/** The most pictures of a GIF, and its largest width and height. A longer search leaves out steps. */
const [MOST_PICTURES, MOST_PIXELS] = [60, 1_200];
/** The most colours of a picture. One more stands for the pixels that stay as they are. */
const MOST_COLOURS = 255;

/** Returns the frames of a GIF with the time of each in hundredths of a second. */
export function timed<T>(frames: readonly T[]): { frame: T; hundredths: number }[] {
  const number = Math.min(frames.length, MOST_PICTURES);
  const each = Math.floor((GIF_TIME - GIF_LAST) / Math.max(1, number - 1));
  return Array.from({ length: number }, (_, i) => ({
    frame: frames[number === 1 ? 0 : Math.round((i * (frames.length - 1)) / (number - 1))] as T,
    hundredths: i === number - 1 ? GIF_TIME - each * (number - 1) : each,
  }));
}

/** Returns the animation as a GIF of six seconds, which chats and slides play, too. */
export async function gif(film: Film): Promise<Blob> {
  const { applyPalette, GIFEncoder, quantize } = await import("gifenc");
  const encoder = GIFEncoder();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  let before: Uint32Array | undefined;
  for (const { frame, hundredths } of timed(film.frames)) {
    const image = await imageOf(animation({ ...film, frames: [frame] }));
    if (!before) {
      const scale = Math.min(1, MOST_PIXELS / Math.max(image.width, image.height));
      [canvas.width, canvas.height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
    }
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    const colours = quantize(data, MOST_COLOURS);
    const indices = applyPalette(data, colours);
    // Pixels that stay are transparent, which makes the file small.
    for (let i = 0; before && i < pixels.length; i += 1) if (pixels[i] === before[i]) indices[i] = colours.length;
    encoder.writeFrame(indices, canvas.width, canvas.height, { palette: [...colours, [0, 0, 0]], delay: 10 * hundredths, transparent: before !== undefined, transparentIndex: colours.length, dispose: 1 });
    before = pixels;
  }
  if (!before) throw new Error("no frames");
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

/** Returns the animated picture. It must have at least one frame, and all frames the same tree. */
export function animation({ title, frames, columns, colour }: Film): string {
  const last = frames[frames.length - 1] as Frame;
  const { layout, width: wide, height: high, x, y, label } = geometryOf(last.root);
  const width = Math.ceil(Math.max(LEAST_WIDTH, wide));
  const left = (width - wide) / 2;
  const step = Math.min(SECONDS_A_STEP, MOST_SECONDS / frames.length);
  const seconds = frames.length * step + LAST_SECONDS;
  const drawn = frames.map(({ root }) => flat(root));
  const percent = (frame: number) => `${((100 * frame * step) / seconds).toFixed(3).replace(/\.?0+$/, "")}%`;

  // A group is visible from one frame to another. Groups with the same frames share their keyframes.
  const keyframes = new Map<string, string>();
  const shown = ({ from, to, text }: { from: number; to: number; text: string }) => {
    if (from === 0 && to === frames.length) return text;
    const name = `k${from}-${to}`;
    const stops = [from > 0 ? "0%{visibility:hidden}" : "", `${from === 0 ? "0%" : percent(from)}{visibility:visible}`, to < frames.length ? `${percent(to)}{visibility:hidden}` : ""];
    keyframes.set(name, stops.join(""));
    return `<g class="k${to < frames.length ? " off" : ""}" style="animation-name:${name}">${text}</g>`;
  };
  const layer = (of: (node: DrawnNode, place: Placed<DrawnNode>) => string) =>
    layout.nodes.map((place, i) => intervals(frames.length, (frame) => {
      const node = drawn[frame]?.[i];
      return node ? of(node, place) : "";
    }).map(shown).join("")).join("\n");
  const edges = layer((node, place) => {
    if (!place.parent) return "";
    const [from, to] = [[x(place.parent), y(place.parent)], [x(place), y(place)]].map((point) => point.map(short));
    return `<line class="${classes(node)}" x1="${from?.[0]}" y1="${from?.[1]}" x2="${to?.[0]}" y2="${to?.[1]}"/>`;
  });
  const names = layer((node, place) => {
    if (!place.parent || node.edge === undefined) return "";
    const at = label(place.parent, place);
    return `<text class="edge" x="${short(at.x)}" y="${short(at.y)}">${escaped(node.edge)}</text>`;
  });
  const nodes = layer((node, place) => `<g class="${classes(node)}" transform="translate(${short(x(place))} ${short(y(place))})">${body(node, columns)}</g>`);
  const foot = HEAD + high + 24;
  const said = intervals(frames.length, (frame) =>
    lines(frames[frame]?.said ?? "", Math.floor(width / 8.2), ROWS).map((line, row) => `<text class="said" x="16" y="${short(foot + row * LINE)}">${escaped(line)}</text>`).join(""),
  ).map(shown).join("\n");
  const height = Math.ceil(foot + ROWS * LINE);

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
${styles(colour, seconds, percent(frames.length), keyframes)}
</style>
<rect width="100%" height="100%" fill="${colour("surface")}"/>
<text class="title" x="16" y="23">${escaped(title)}</text>
<g transform="translate(${short(left)} ${HEAD})">
<g>
${edges}
${names}
</g>
${nodes}
</g>
${said}
${frames.length > 1 ? `<rect class="bar" y="${height - 4}" width="${width}" height="4"/>` : ""}
</svg>
`;
}
