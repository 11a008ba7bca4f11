import { describe, expect, test } from "vitest";
import { choose, column, foreseen, fromTo, movesOffBoard, nextSteps, NOTHING, path, place, putDown } from "./input";

describe("placing", () => {
  const legal = ["d3", "c4"];
  test("a point is a move", () => {
    expect(choose(place, legal, [], "d3").moves).toEqual(["d3"]);
    expect(choose(place, legal, [], "a1")).toEqual(NOTHING);
    expect([...nextSteps(place, legal, [])]).toEqual(legal);
  });
  test("a pass is on no point", () => {
    expect(movesOffBoard(place, ["pass"], ["a1", "a2"])).toEqual(["pass"]);
    expect(movesOffBoard(place, legal, ["c4", "d3"])).toEqual([]);
  });
});

test("any point of a column is the column's move", () => {
  expect(choose(column, ["a", "d"], [], column.step("d6")).moves).toEqual(["d"]);
  expect(choose(column, ["a", "d"], [], column.step("b1"))).toEqual(NOTHING);
  expect(movesOffBoard(column, ["a", "d"], ["a1", "d1"])).toEqual([]);
});

describe("from and to", () => {
  const legal = ["e2e3", "e2e4", "g1f3", "e7e8q", "e7e8n", "e7d8q"];
  test("lead from a piece to its targets", () => {
    expect([...nextSteps(fromTo, legal, [])]).toEqual(["e2", "g1", "e7"]);
    const chosen = choose(fromTo, legal, [], "e2");
    expect(chosen).toEqual({ steps: ["e2"], moves: [] });
    expect([...nextSteps(fromTo, legal, chosen.steps)]).toEqual(["e3", "e4"]);
    expect(choose(fromTo, legal, chosen.steps, "e4").moves).toEqual(["e2e4"]);
  });
  test("another piece replaces the selected one, and the same piece deselects it", () => {
    expect(choose(fromTo, legal, ["e2"], "g1")).toEqual({ steps: ["g1"], moves: [] });
    expect(choose(fromTo, legal, ["e2"], "e2")).toEqual(NOTHING);
    expect(choose(fromTo, legal, ["e2"], "h8")).toEqual(NOTHING);
  });
  test("a promotion remains to be chosen", () => {
    expect(choose(fromTo, legal, ["e7"], "e8").moves).toEqual(["e7e8q", "e7e8n"]);
    expect(fromTo.read("e7e8n").choice).toBe("n");
  });
  test("a king castles onto its rook if the moves are written that way", () => {
    const castling = ["c1h1", "c1d1", "h1g1"];
    expect(choose(fromTo, castling, ["c1"], "h1").moves).toEqual(["c1h1"]);
    expect(choose(fromTo, castling, [], "h1").steps).toEqual(["h1"]);
  });
  test("moves of another form are not on the board", () => {
    expect(movesOffBoard(fromTo, ["e2e4", "pass"], ["e2", "e4"])).toEqual(["pass"]);
  });
});

describe("paths", () => {
  // Two paths lead from 2 to 18. A third one continues on another route and ends where it began.
  const legal = ["2x9x18", "2x11x18", "1x10", "2x11x20x27"];
  test("are selected square by square", () => {
    const first = choose(path, legal, [], "2");
    expect([...nextSteps(path, legal, first.steps)]).toEqual(["9", "11"]);
    const second = choose(path, legal, first.steps, "11");
    expect(second).toEqual({ steps: ["2", "11"], moves: [] });
    expect([...nextSteps(path, legal, second.steps)]).toEqual(["18", "20"]);
    expect(choose(path, legal, second.steps, "18").moves).toEqual(["2x11x18"]);
  });
  test("may be selected by their end if exactly one path leads there", () => {
    expect(choose(path, legal, ["2"], "27").moves).toEqual(["2x11x20x27"]);
    expect(choose(path, legal, ["2"], "18")).toEqual(NOTHING);
  });
  test("may return to their origin", () => {
    const round = ["2x11x18x9x2"];
    expect(choose(path, round, ["2", "11", "18", "9"], "2").moves).toEqual(round);
  });
  test("may consist of two squares", () => {
    expect(choose(path, ["11-15", "11-16"], ["11"], "15").moves).toEqual(["11-15"]);
  });
});

describe("putting a piece down", () => {
  const legal = ["2x9x18", "2x11x18", "2x11x20x27"];
  test("plays the move that ends there. The drag decides between several paths", () => {
    expect(putDown(fromTo, ["e2e3", "e2e4"], ["e2"], [], "e4").moves).toEqual(["e2e4"]);
    expect(putDown(path, legal, ["2"], [], "27").moves).toEqual(["2x11x20x27"]);
    expect(putDown(path, legal, ["2"], ["7", "11"], "18").moves).toEqual(["2x11x18"]);
    expect(putDown(path, legal, ["2"], [], "18")).toEqual({ steps: ["2"], moves: [] });
  });
  test("keeps a step in the middle of a path, and ignores a piece dropped elsewhere", () => {
    expect(putDown(path, legal, ["2"], [], "11")).toEqual({ steps: ["2", "11"], moves: [] });
    expect(putDown(path, legal, ["2", "11"], [], "18").moves).toEqual(["2x11x18"]);
    expect(putDown(path, legal, ["2"], [], "32")).toEqual({ steps: ["2"], moves: [] });
  });
  test("leaves the promotion to be chosen", () => {
    expect(putDown(fromTo, ["e7e8n", "e7e8q"], ["e7"], [], "e8").moves).toEqual(["e7e8n", "e7e8q"]);
  });
});

test("a premove is played if it is legal and unambiguous", () => {
  expect(foreseen(fromTo, ["e2e4", "e7e8n", "e7e8q"], ["e7", "e8"], "qrbn")).toBe("e7e8q");
  expect(foreseen(fromTo, ["e2e4"], ["e2", "e5"])).toBeUndefined();
  expect(foreseen(path, ["2x9x18", "2x11x18"], ["2", "18"])).toBeUndefined();
  expect(foreseen(place, ["b2"], ["b2"])).toBe("b2");
});
