import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Board from "../Board.svelte";
import { squares } from "./testing";

const drawn = () => [...document.querySelectorAll("[data-shape]")].map((shape) => [...shape.classList].filter((name) => name === "first" || name === "second").join() + " " + shape.getAttribute("data-shape"));
const common = { legal: [], mover: undefined, sides: ["White", "Black"] as [string, string], onmove: () => undefined };

test("each of two bots has an arrow in its own colour for the move that it expects", () => {
  render(Board, { ...common, game: "chess", diagram: squares(8, 8, { e2: "P", e7: "p" }), plans: { first: "e2e4", second: "e2e3" } });
  expect(drawn()).toEqual(["first arrow", "second arrow"]);
});

test("if both expect the same move, both shapes are drawn, one narrower than the other", () => {
  render(Board, { ...common, game: "tictactoe", diagram: squares(3, 3, {}), plans: { first: "b2", second: "b2" } });
  expect(drawn()).toEqual(["first ring", "second ring"]);
  expect([...document.querySelectorAll("[data-shape] circle")].map((ring) => ring.getAttribute("r"))).toEqual(["43", "33"]);
});

test("a bot whose line the match has left has no shape", () => {
  render(Board, { ...common, game: "chess", diagram: squares(8, 8, { e2: "P" }), plans: { second: "e2e4" } });
  expect(drawn()).toEqual(["second arrow"]);
});
