import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { app } from "../core/app.svelte";
import { Refused } from "../core/link";
import type { FromServer, PlayerClass } from "../wire";
import { fromServer, league } from "../wire.samples";
import Live from "./Live.svelte";

vi.stubGlobal("fetch", () => new Promise(() => undefined));
afterEach(() => vi.restoreAllMocks());

/** The page of an invitation-only league, for a guest or for an account holder. */
function shown(known?: PlayerClass) {
  const id = "0190f3a2-7c4e-7abc-8def-00000000ffff";
  app.dispatch({ kind: "message", message: { type: "welcome", player: { id, name: "Zoe" }, ...(known ? { class: known } : {}) }, now: 0 });
  app.dispatch({ kind: "link", status: "open" });
  app.dispatch({ kind: "message", message: { ...fromServer["tournament-live"], live: { ...league, entrants: [], matches: [] } } as FromServer, now: 0 });
  render(Live, { tournament: league.tournament, operator: false });
}
const button = () => screen.queryByRole("button", { name: "Enter as Zoe" });

test("a guest is told about the invitation and has no button that would be refused", () => {
  shown();
  expect(screen.getByText(/Only those who were invited can enter/).textContent).toContain("log in with your account first.");
  expect(button()).toBeNull();
});

test("an account holder may try. The card shows a refusal and the button disappears", async () => {
  shown("person");
  const complain = vi.spyOn(app, "complain");
  vi.spyOn(app.pairing, "enter").mockRejectedValue(new Refused({ status: 403, code: "by_invitation", message: "this tournament is by invitation only" }));
  await fireEvent.click(button() as HTMLElement);
  expect((await screen.findByRole("alert")).textContent).toContain("by invitation only");
  expect(button()).toBeNull();
  expect(complain).not.toHaveBeenCalled();
});
