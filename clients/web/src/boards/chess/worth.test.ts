import { expect, test } from "vitest";
import { sentence } from "../../explore/step.words";
import type { StepView } from "../../wire";
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

test("the stepper writes values in pawns too", () => {
  const step = { code: "horizon", node: 1, ply: 1, max: false, alpha: null, beta: 58, value: 58 } as StepView;
  const telling = { game: "chess", payoff: () => undefined, name: (written: string) => written };
  expect(sentence(step, scale, telling)).toBe("The depth is reached: the evaluation says +0.58.");
  expect(sentence({ ...step, code: "enter", move: "e2e4" }, scale, telling)).toBe("e2e4: MIN is to move, α\u00a0=\u00a0−∞, β\u00a0=\u00a0+0.58.");
});
