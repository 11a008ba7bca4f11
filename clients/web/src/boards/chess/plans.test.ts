import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Board from "../Board.svelte";
import { squares } from "../shared/testing";

function drawn(plans: { first?: string; second?: string }) {
  render(Board, { game: "chess", legal: [], mover: undefined, sides: ["White", "Black"], onmove: () => undefined, diagram: squares(8, 8, { e2: "P", e7: "p" }), plans });
  return [...document.querySelectorAll("[data-shape]")].map((shape) => [...shape.classList].filter((name) => name === "first" || name === "second").join() + " " + shape.getAttribute("data-shape"));
}

test("each of two bots has an arrow in its own colour for the move that it expects", () => {
  expect(drawn({ first: "e2e4", second: "e2e3" })).toEqual(["first arrow", "second arrow"]);
});

test("a bot whose line the match has left has no arrow", () => {
  expect(drawn({ second: "e2e4" })).toEqual(["second arrow"]);
});
