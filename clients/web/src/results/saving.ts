// Exports drawings as standalone SVG and PNG files.

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

function download(name: string, href: string) {
  const link = document.createElement("a");
  [link.href, link.download] = [href, name];
  link.click();
}

export const fileName = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

export function saveSvg(title: string, svg: string): void {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  download(`${fileName(title)}.svg`, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns a drawing as a PNG at twice its size. */
export async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

export function savePicture(title: string, picture: Blob): void {
  const url = URL.createObjectURL(picture);
  download(`${fileName(title)}.png`, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a PNG at twice the resolution of the page. */
export const savePng = async (title: string, svg: string): Promise<void> => savePicture(title, await png(svg));
