// Exports drawings as standalone SVG and PNG files.

/** The computed styles that a file must include. */
const RESOLVED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity", "font-size", "font-weight", "font-family", "text-anchor"];

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
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
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

const fileName = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

export function saveSvg(title: string, svg: string): void {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  download(`${fileName(title)}.svg`, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a PNG at twice the resolution of the page. */
export async function savePng(title: string, svg: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const url = URL.createObjectURL(await new Promise<Blob>((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png")));
  download(`${fileName(title)}.png`, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
