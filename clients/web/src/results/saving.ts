// Exports drawings as standalone SVG and PNG files.

import { fileName } from "../core/format";

/** The computed styles that a file must include. */
const RESOLVED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "display", "stroke-linecap", "stroke-linejoin", "dominant-baseline", "paint-order"];

/** Returns a drawing as text that looks the same outside the page: with all styles resolved, on its background. */
export function standalone(svg: SVGSVGElement, ground: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[svg, ...svg.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of RESOLVED) to[i]?.setAttribute(name, style.getPropertyValue(name));
    to[i]?.removeAttribute("class");
    to[i]?.removeAttribute("style");
  });
  copy.querySelectorAll("style").forEach((style) => style.remove());
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: ground, stroke: "none" })) back.setAttribute(name, value);
  copy.prepend(back);
  return new XMLSerializer().serializeToString(copy);
}

/** Returns the current value of one of the page's colours, such as `surface`. */
export function colourOf(name: string): string {
  // The value is resolved on an element, because a custom property may depend on the theme.
  const probe = document.body.appendChild(document.createElement("span"));
  probe.style.color = `var(--${name})`;
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** Splits a text into lines of at most this many units. A wide character, as in Chinese, counts twice. */
export function lines(text: string, most: number, rows: number): string[] {
  const wide = (letter: string) => (letter > "\u2e7f" ? 2 : 1);
  const found: string[] = [];
  let [line, length] = ["", 0];
  // Words stay together; wide characters may be separated anywhere.
  for (const part of text.match(/[^\s\u2e80-\uffff]+\s*|\s+|./gu) ?? []) {
    const size = [...part].reduce((sum, letter) => sum + wide(letter), 0);
    if (length > 0 && length + size > most) {
      found.push(line.trimEnd());
      [line, length] = ["", 0];
    }
    line += part;
    length += size;
  }
  if (line.trim()) found.push(line.trimEnd());
  if (found.length <= rows) return found;
  return [...found.slice(0, rows - 1), `${found[rows - 1] ?? ""}…`];
}

function download(name: string, href: string) {
  const link = document.createElement("a");
  [link.href, link.download] = [href, name];
  link.click();
}

export function saveSvg(title: string, svg: string): void {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  download(`${fileName(title)}.svg`, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Draws an SVG text. */
export async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** Returns a drawing as a PNG at twice its size. */
export async function png(svg: string): Promise<Blob> {
  const image = await imageOf(svg);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

export function savePicture(title: string, picture: Blob): void {
  const url = URL.createObjectURL(picture);
  download(`${fileName(title)}.${picture.type.replace("image/", "")}`, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a PNG at twice the resolution of the page. */
export const savePng = async (title: string, svg: string): Promise<void> => savePicture(title, await png(svg));
