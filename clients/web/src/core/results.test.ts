import { expect, test } from "vitest";
import type { MatchSummary, SeatView, VerdictView } from "../wire";
import { endedAs, isAbandoned, isAborted, readOn } from "./results";

const ann: SeatView = { kind: "human", player: "1", name: "Ann", away: false };
const club: SeatView = { kind: "bot", name: "club", spec: {} };
const match = (outcome: VerdictView["outcome"], seats: [SeatView, SeatView] = [ann, club]) => ({ match: "m", game: "g", seats, status: "finished", verdict: { outcome, by: "rules" } }) as MatchSummary;

test("a match is won, drawn or lost by a player, by a bot, or by a name", () => {
  const results = (one: MatchSummary, of: Parameters<typeof endedAs>[2]) => (["won", "drawn", "lost"] as const).filter((result) => endedAs(one, result, of));
  expect([results(match("first"), { player: "1" }), results(match("second"), { player: "1" }), results(match("draw"), { player: "1" })]).toEqual([["won"], ["lost"], ["drawn"]]);
  expect([results(match("first"), { bot: "club" }), results(match("second"), { name: "AN" })]).toEqual([["lost"], ["lost"]]);
  expect([results(match("first"), {}), results(match("draw"), {}), results(match(null), { player: "1" })]).toEqual([[], ["drawn"], []]);
  // A bot that plays itself has won and lost.
  expect(results(match("first", [club, club]), { bot: "club" })).toEqual(["won", "lost"]);
});

test("pages are read until there are enough matches, and the next page follows the last one that was read", async () => {
  const pages = [["first", "draw"], ["draw", "draw"], ["draw"]] as const;
  const read = (before: string) => {
    const at = Number(before || "0");
    return Promise.resolve({ matches: (pages[at] ?? []).map((outcome) => match(outcome)), ...(at < pages.length - 1 ? { next: String(at + 1) } : {}) });
  };
  const drawn = (one: MatchSummary) => endedAs(one, "drawn", {});
  expect(await readOn(read, drawn, "", 2)).toMatchObject({ matches: { length: 3 }, next: "2" });
  const all = await readOn(read, drawn, "", 9);
  expect([all.matches.length, all.next]).toEqual([4, undefined]);
});

test("a called-off match and an open one whose creator has left are told apart from the others", () => {
  const aborted = { ...match(null), verdict: { outcome: null, by: "aborted" } } as MatchSummary;
  expect([isAborted(aborted), isAborted(match("draw"))]).toEqual([true, false]);
  const open = (away: boolean) => ({ ...match(null), status: "open", seats: [{ ...ann, away }, { kind: "open" }] }) as unknown as MatchSummary;
  expect([isAbandoned(open(true)), isAbandoned(open(false)), isAbandoned({ ...open(true), status: "live" })]).toEqual([true, false, false]);
});
