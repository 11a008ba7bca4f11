import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Name, { split } from "./Name.svelte";

test("a long name keeps its beginning and its end, and a short one is whole", () => {
  expect(split("deep-master nodes=200000 book=false")).toEqual(["deep-master nodes=200000 bo", "ok=false"]);
  expect(split("quite-a-random")).toEqual(["quite-a-", "random"]);
  expect(split("Ann")).toEqual(["Ann", ""]);
});

test("the tooltip and assistive technology have the full name", () => {
  const { container } = render(Name, { name: "quite-a-random" });
  const name = container.querySelector("bdi");
  expect(name?.title).toBe("quite-a-random");
  name?.querySelectorAll("[aria-hidden]").forEach((part) => part.remove());
  expect(name?.textContent).toBe("quite-a-random");
});
