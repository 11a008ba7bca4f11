import { beforeEach, expect, test } from "vitest";
import { beatenBots, noteBeaten } from "./beaten";

beforeEach(() => localStorage.clear());

test("each beaten bot is kept once for its game, and a damaged entry is ignored", () => {
  noteBeaten("g", "weak");
  noteBeaten("g", "weak");
  noteBeaten("g", "strong");
  noteBeaten("h", "weak");
  expect(beatenBots()).toEqual({ g: ["weak", "strong"], h: ["weak"] });
  localStorage.setItem("minimax-arena.beaten", '{"g": 3}');
  expect(beatenBots()).toEqual({ g: [] });
  localStorage.setItem("minimax-arena.beaten", "{");
  expect(beatenBots()).toEqual({});
});
