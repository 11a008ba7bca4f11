// @vitest-environment jsdom

import { expect, test } from "vitest";
import { lines } from "../results/saving";
import { card } from "./card";

const colours = { ground: "#fff", text: "#000", muted: "#555", accent: "#060" };

test("a card names the players, the result and the address, and escapes them", () => {
  const board = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  board.setAttribute("viewBox", "0 0 300 300");
  board.append(document.createElementNS("http://www.w3.org/2000/svg", "circle"));
  const texts = { game: "Nine stones", names: ["Ann & Co", "<Ben>"] as const, result: "Ann & Co wins", how: "By resignation.", address: "https://arena.example/match/1" };
  const text = card(board, texts, colours);
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(text).toContain("Ann &amp; Co");
  expect([...drawn.getElementsByTagName("text")].map((text) => text.textContent)).toEqual(["Nine stones", "Ann & Co", "<Ben>", "Ann & Co wins", "By resignation.", texts.address]);
  expect(drawn.getElementsByTagName("circle")[0]).toBeDefined();
  expect(drawn.getElementsByTagName("svg")[1]?.getAttribute("viewBox")).toBe("0 0 300 300");
});

test("long texts become lines", () => {
  expect(lines("one two three", 8, 2)).toEqual(["one two", "three"]);
  expect(lines("one two three four five", 8, 2)).toEqual(["one two", "three…"]);
  expect(lines("白方认输", 4, 2)).toEqual(["白方", "认输"]);
});
