import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Board from "../Board.svelte";
import { squares } from "../shared/testing";

test("if both bots expect the same move, both rings are drawn, one inside the other", () => {
  render(Board, { game: "tictactoe", legal: [], mover: undefined, sides: ["X", "O"], onmove: () => undefined, diagram: squares(3, 3, {}), plans: { first: "b2", second: "b2" } });
  expect([...document.querySelectorAll("[data-shape] circle")].map((ring) => ring.getAttribute("r"))).toEqual(["43", "33"]);
});
