import { expect, test } from "vitest";
import type { Followed } from "../../core/state";
import { namedMove } from "../shown";

/** A match from a position of which the side to move is known after `plies` moves. */
function from(game: string, position: string | undefined, plies: number, turn: "first" | "second"): Followed {
  const turns: ("first" | "second" | undefined)[] = [];
  turns[plies] = turn;
  return { state: { game, start: position === undefined ? {} : { position }, moves: ["a1a2", "b1b2"] }, turns } as unknown as Followed;
}

test("moves go on with the number and the side of the position", () => {
  const black = "4k3/8/8/8/8/8/8/4K2R b - - 0 41";
  expect(namedMove(from("chess", black, 0, "second"), 1)).toBe("41… a1a2");
  expect(namedMove(from("chess", black, 0, "second"), 2)).toBe("42. b1b2");
  expect(namedMove(from("chess", black, 2, "second"), 1)).toBe("41… a1a2");
  expect(namedMove(from("chess", black.replace("b -", "w -"), 0, "first"), 2)).toBe("41… b1b2");
  // Other texts of positions say only whose turn it is.
  expect(namedMove(from("another game", "any", 0, "second"), 1)).toBe("1… a1a2");
  expect(namedMove(from("another game", undefined, 0, "first"), 1)).toBe("1. a1a2");
});
