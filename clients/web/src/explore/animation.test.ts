import { expect, test } from "vitest";
import type { DrawnNode } from "../boards/shared/drawing";
import { animation, canAnimate, type Frame, MOST_NODES, timed } from "./animation";

const leaf = (more: Partial<DrawnNode>): DrawnNode => ({ shape: "leaf", text: "", label: "", children: [], ...more });
const frame = (said: string, ...children: DrawnNode[]): Frame => ({ said, root: { shape: "max", text: "", label: "", children } });
/** A node that the search has not reached. */
const later = leaf({ faint: true });
const frames = [
  frame("The search begins.", later, later),
  frame("The leaf is worth 3.", leaf({ edge: "0", text: "3" }), later),
  frame("1 leaf cut (<4>).", leaf({ edge: "0", text: "3" }), leaf({ edge: "1", text: "4", shape: "cut" })),
];
const film = (given: readonly Frame[]) => animation({ title: "Alpha & beta", frames: given, columns: 3, colour: (name) => `#${name}` });
const parsed = (given: readonly Frame[] = frames) => {
  const { documentElement: svg } = new DOMParser().parseFromString(film(given), "image/svg+xml");
  return svg;
};

test("the picture is well-formed and needs no other file", () => {
  const svg = parsed();
  expect(svg.tagName).toBe("svg");
  expect(svg.querySelector("parsererror")).toBeNull();
  expect(svg.querySelector("title")?.textContent).toBe("Alpha & beta");
  expect(svg.outerHTML).not.toMatch(/var\(|url\(|href|script/);
  expect([...svg.querySelectorAll("text.said")].map((line) => line.textContent)).toEqual(["The search begins.", "The leaf is worth 3.", "1 leaf cut (<4>)."]);
});

test("a node is an outline until the step that reaches it, and then stays", () => {
  const svg = parsed();
  const groupOf = (text: string) => [...svg.querySelectorAll("g.leaf > text, g.cut > text")].find((one) => one.textContent === text)?.closest<SVGElement>(".k");
  expect(groupOf("3")?.getAttribute("style")).toBe("animation-name:k1-3");
  expect(groupOf("4")?.getAttribute("style")).toBe("animation-name:k2-3");
  expect(groupOf("4")?.getAttribute("class")).toBe("k");
  expect(svg.querySelectorAll("g.leaf.faint")).toHaveLength(2);
  // 3 steps of 0.9 s, and 4 s for the finished tree.
  expect(svg.querySelector("style")?.textContent).toContain("@keyframes k2-3{0%{visibility:hidden}26.866%{visibility:visible}}");
});

test("without motion the finished tree is shown with the last sentence", () => {
  const svg = parsed();
  const still = (element: Element | undefined) => element?.closest(".off") === null;
  expect([...svg.querySelectorAll("text.said")].filter(still).map((line) => line.textContent)).toEqual(["1 leaf cut (<4>)."]);
  expect([...svg.querySelectorAll("line")].filter(still)).toHaveLength(2);
  expect(svg.querySelector("style")?.textContent).toContain("@media (prefers-reduced-motion:reduce){.k,.bar{animation:none}}");
});

test("small boards replace shapes", () => {
  const svg = parsed([frame("", leaf({ cells: ["x", "o", "", "", "", "", "", "", ""] }))]);
  expect([svg.querySelectorAll(".x").length, svg.querySelectorAll(".o").length]).toEqual([1, 1]);
});

test("large searches are not animated", () => {
  expect([canAnimate(MOST_NODES, 900), canAnimate(MOST_NODES + 1, 900), canAnimate(40, 5_000)]).toEqual([true, false, false]);
});

test("a GIF takes six seconds, whatever the number of steps", () => {
  for (const steps of [1, 2, 9, 60, 999]) {
    const frames = timed(Array.from({ length: steps }, (_, i) => i));
    expect(frames.reduce((sum, { hundredths }) => sum + hundredths, 0)).toBe(600);
    expect([frames[0]?.frame, frames.at(-1)?.frame]).toEqual([0, steps - 1]);
    expect(frames.length).toBe(Math.min(steps, 60));
  }
});
