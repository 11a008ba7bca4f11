import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import gomoku from ".";
import { cell, show, squares, strikes } from "../shared/testing";

const GAME = "gomoku";

describe("gomoku", () => {
  const empty = squares(9, 9, {});
  test("plays at once on a mouse click", async () => {
    const onmove = show(GAME, empty, ["h8", "h9"]);
    await fireEvent.pointerDown(cell("h8, empty"), { pointerType: "mouse" });
    await fireEvent.click(cell("h8, empty"));
    expect(onmove.mock.calls).toEqual([["h8"]]);
  });
  test("asks for confirmation of a touch on small points", async () => {
    const onmove = show(GAME, empty, ["h8", "h9"]);
    const tap = async (name: string) => {
      const event = new Event("pointerdown", { bubbles: true });
      await fireEvent(cell(name), Object.assign(event, { pointerType: "touch" }));
      await fireEvent.click(cell(name));
    };
    await tap("h8, empty");
    expect(onmove).not.toHaveBeenCalled();
    await tap("h9, empty");
    expect(screen.getAllByRole("button").map((b) => b.textContent)).toEqual(["Play h9"]);
    await fireEvent.click(screen.getByRole("button", { name: "Play h9" }));
    await tap("h8, empty");
    await tap("h8, empty");
    expect(onmove.mock.calls).toEqual([["h9"], ["h8"]]);
  });
});

test("a winning row of another length is described in words, too", () => {
  expect(gomoku.won({ row: 5 })).toBe("Five in a row.");
  expect(gomoku.won({ row: 6 })).toBe("Six in a row.");
});

test("a line is drawn through the winning row", () => {
  const row = { a1: "x", b2: "x", c3: "x", d4: "x", e5: "x" };
  show(GAME, { ...squares(9, 9, row), line: Object.keys(row) }, []);
  expect(strikes()).toBe(1);
});
