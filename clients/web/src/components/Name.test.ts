import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Name, { split } from "./Name.svelte";

test("a long name keeps its beginning and its end, and a short one is whole", () => {
  expect(split("connect4-master nodes=200000 book=false")).toEqual(["connect4-master nodes=200000 bo", "ok=false"]);
  expect(split("connect4-random")).toEqual(["connect4", "-random"]);
  expect(split("Ann")).toEqual(["Ann", ""]);
});

test("the tooltip and assistive technology have the full name", () => {
  const { container } = render(Name, { name: "connect4-random" });
  const name = container.querySelector("bdi");
  expect(name?.title).toBe("connect4-random");
  name?.querySelectorAll("[aria-hidden]").forEach((part) => part.remove());
  expect(name?.textContent).toBe("connect4-random");
});
