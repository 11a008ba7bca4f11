import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Facts from "./Facts.svelte";

test("facts are separated by dots, and missing ones are left out", () => {
  const { container } = render(Facts, { facts: ["A game", "", undefined, "3+2", { text: "owner", href: "/people/1" }] });
  expect(container.textContent).toBe("A game · 3+2 · owner");
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/people/1");
});

test("each dot belongs to the fact behind it, so that no line ends with a dot", () => {
  const { container } = render(Facts, { facts: ["A game", "3+2"] });
  expect([...container.querySelectorAll(".fact")].map((fact) => fact.textContent)).toEqual(["A game", " · 3+2"]);
});
