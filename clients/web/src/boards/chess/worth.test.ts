import { expect, test } from "vitest";
import { judged, worthText } from "../worth";

const scale = { decided_beyond: 900_000, win: 1_000_000 };

test("values of chess are in pawns, and those of other games as they are", () => {
  expect([58, -7, 0, 1234].map((value) => worthText("chess", value, scale))).toEqual(["+0.58", "−0.07", "0.00", "+12.34"]);
  expect(worthText("a-game", 58, scale)).toBe("+58");
  expect(worthText("chess", 999_995, scale)).toBe("win in 5 plies");
  expect(judged("chess", { value: 58 }, scale)).toBe("+0.58");
  expect(judged("chess", { value: 999_995, win_in: 5 }, scale)).toBe("wins in 5 plies");
  expect(judged("chess", {}, scale)).toBe("–");
});
